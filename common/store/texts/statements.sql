-- The index of texts. It is derived: search_words is a table of FTS5, which a build of SQLite may lack, and is made by the
-- dispatcher that leads, not by schema.sql. It keeps no text, only which pieces (grams.py) stand in which job's, by its rowid:
-- jobs are never deleted, so their rowids have no gaps, and neither VACUUM nor a copy row by row gives them others.

-- name: is_there
-- Whether the index was made, and how far it goes.
SELECT (SELECT COUNT(*) FROM sqlite_master WHERE name = 'search_words') AS made,
       (SELECT COUNT(*) FROM search_place) AS begun

-- name: drop_index
DROP TABLE IF EXISTS search_words

-- name: drop_older_index
-- That of programs of version 26.
DROP TABLE IF EXISTS job_search

-- name: forget_texts
DELETE FROM search_texts

-- name: forget_place
DELETE FROM search_place

-- name: make_index
CREATE VIRTUAL TABLE search_words USING fts5(grams, content='', detail='none', columnsize=0, tokenize='ascii')

-- name: begin_index
INSERT INTO search_place (one, up_to, id) VALUES (1, 0, '')

-- name: place
SELECT up_to, id FROM search_place

-- name: about
-- How many jobs have all the pieces, counted no further than :most.
SELECT COUNT(*) AS count FROM (SELECT 1 FROM search_words WHERE search_words MATCH :match LIMIT :most)

-- name: texts_to_look_at
-- The next jobs behind the place (:up_to, :id), the longest unchanged first, with the text they have now and the one that is
-- indexed; not those of the last second, of which more may come.
SELECT j.id, j.updated_at, j.rowid AS n, t.text AS before,
       j.url_norm || COALESCE((SELECT ' ' || group_concat(COALESCE(p.title, '')
                                     || CASE WHEN p.url_norm <> j.url_norm THEN ' ' || p.url_norm ELSE '' END
                                     || ' ' || p.product_key || COALESCE(' ' || p.gtin, ''), ' ')
                               FROM products p WHERE p.job_id = j.id), '') AS text
FROM crawl_jobs j LEFT JOIN search_texts t ON t.n = j.rowid
WHERE j.updated_at >= :up_to AND (j.updated_at > :up_to OR j.id < :id) AND j.updated_at < :now - 1000
ORDER BY j.updated_at, j.id DESC LIMIT :limit

-- name: take_out
-- :rows = [[n, pieces as they were indexed], …]. This and the following do nothing once the place has moved: a batch that is
-- sent twice, or by two dispatchers, changes the index once.
INSERT INTO search_words (search_words, rowid, grams)
SELECT 'delete', json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows)
WHERE EXISTS (SELECT 1 FROM search_place WHERE up_to = :was_at AND id = :was_id)

-- name: keep_texts
-- :rows = [[n, text], …]
INSERT INTO search_texts (n, text)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows)
WHERE EXISTS (SELECT 1 FROM search_place WHERE up_to = :was_at AND id = :was_id)
ON CONFLICT (n) DO UPDATE SET text = excluded.text

-- name: put_in
-- :rows = [[n, pieces], …]
INSERT INTO search_words (rowid, grams)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows)
WHERE EXISTS (SELECT 1 FROM search_place WHERE up_to = :was_at AND id = :was_id)

-- name: move_on
UPDATE search_place SET up_to = :up_to, id = :id WHERE up_to = :was_at AND id = :was_id

-- name: how_many
-- Jobs that the index should have, texts that it has, and the last row number.
SELECT (SELECT COUNT(*) FROM crawl_jobs j CROSS JOIN search_place p
        WHERE j.updated_at <= p.up_to AND (j.updated_at < p.up_to OR j.id >= p.id)) AS jobs,
       (SELECT COUNT(*) FROM search_texts) AS texts, (SELECT MAX(rowid) FROM crawl_jobs) AS last,
       (SELECT COUNT(*) FROM search_place) AS begun

-- name: texts_of
-- Of these jobs those that the index should have, with the text that it has of each. :numbers = [n, …]
SELECT j.rowid AS n, j.url_norm, t.text
FROM json_each(:numbers) asked CROSS JOIN crawl_jobs j ON j.rowid = asked.value LEFT JOIN search_texts t ON t.n = j.rowid
CROSS JOIN search_place p WHERE j.updated_at <= p.up_to AND (j.updated_at < p.up_to OR j.id >= p.id)

-- name: has_pieces
-- Whether the index has these pieces for this job.
SELECT rowid FROM search_words WHERE search_words MATCH :match AND rowid = :n
