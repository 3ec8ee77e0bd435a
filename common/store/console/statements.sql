-- Statements of the console: who may sign in, and who is signed in.

-- name: console_invite
-- A link for a person; inviting again changes the role and takes the place of a link that was not used.
INSERT INTO console_people (name, role, invite_hash, invite_expires_at, created_at)
VALUES (:called, :role, :secret_hash, :now + :expires_in_ms, :now)
ON CONFLICT (name) DO UPDATE
SET role = excluded.role, invite_hash = excluded.invite_hash, invite_expires_at = excluded.invite_expires_at

-- name: console_invited
-- Whose invite this is, while it is good.
SELECT name FROM console_people WHERE invite_hash = :secret_hash AND invite_expires_at > :now

-- name: console_accept
-- The invite is used: it ends, and the password counts. The same password's hash again finds its own row.
UPDATE console_people SET password = :password, invite_expires_at = :now
WHERE invite_hash = :secret_hash AND (invite_expires_at > :now OR password = :password)
RETURNING name

-- name: console_end_sessions_of_invite
-- Whoever takes a new password is signed out everywhere; the salted hash fits only where this very password was taken.
DELETE FROM console_sessions
WHERE name = (SELECT name FROM console_people WHERE invite_hash = :secret_hash AND password = :password)

-- name: console_person
SELECT * FROM console_people WHERE name = :called

-- name: console_everybody
SELECT * FROM console_people ORDER BY name

-- name: console_forget_sessions
DELETE FROM console_sessions WHERE expires_at <= :now

-- name: console_begin
-- Nobody who was revoked, or took another password, since theirs was looked at.
INSERT INTO console_sessions (token_hash, name, expires_at)
SELECT :token_hash, name, :now + :lasts_ms FROM console_people WHERE name = :called AND password = :password
ON CONFLICT (token_hash) DO NOTHING

-- name: console_signed_in
UPDATE console_people SET last_at = :now WHERE name = :called

-- name: console_session
-- Who holds this session, and what they may.
SELECT p.name, p.role FROM console_sessions s JOIN console_people p ON p.name = s.name
WHERE s.token_hash = :token_hash AND s.expires_at > :now

-- name: console_end
DELETE FROM console_sessions WHERE token_hash = :token_hash

-- name: console_end_sessions
DELETE FROM console_sessions WHERE name = :called

-- name: console_revoke
DELETE FROM console_people WHERE name = :called RETURNING name

-- name: console_add_token
-- A name has one token: what is there already stays.
INSERT INTO console_tokens (name, role, token_hash, created_at, expires_at)
VALUES (:called, :role, :token_hash, :now, :now + :expires_in_ms)
ON CONFLICT DO NOTHING

-- name: console_token
-- What a token may do, while it is good. `stale`: that it was used was not noted within the last minute.
SELECT name, role, last_at IS NULL OR last_at <= :now - 60000 AS stale FROM console_tokens
WHERE token_hash = :token_hash AND (expires_at IS NULL OR expires_at > :now)

-- name: console_token_used
UPDATE console_tokens SET last_at = :now WHERE token_hash = :token_hash

-- name: console_tokens
SELECT name, role, created_at, expires_at, last_at FROM console_tokens ORDER BY name

-- name: console_revoke_token
DELETE FROM console_tokens WHERE name = :called RETURNING name
