"""What stands around the jobs of the invented large fleet: workers, lent PCs and their results, feeds, shops, notices.

Statements of SQLite, in this order, behind those that make the jobs. `:machines`, `:shops`, `:accounts`: how many.
"""

from __future__ import annotations

_COUNTED = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {most})"
AROUND = (
    f"""
    {_COUNTED.format(most=34)}
    INSERT INTO workers (worker_id, role, version, state, running, done, failed, first_seen_at, last_seen_at, ways,
        schema_version, platforms)
    SELECT 'worker-' || n, 'worker', '0.2.0', 'working', 4, 12000 / n, 17 * n, :now - 9 * 86400000, :now - n * 100,
        'http', 38, 'other,shopee,taobao' FROM number
    """,
    f"""
    {_COUNTED.format(most=":machines * 3 / 4")}
    INSERT INTO persons (id, name, secret_hash, machines_max, expires_at, created_at)
    SELECT 'person-' || n, 'volunteer-' || n, 'invented-' || n, 3, :now + 86400000, :now - 90 * 86400000 FROM number
    """,
    f"""
    {_COUNTED.format(most=":machines")}
    INSERT INTO machines (id, person, name, platform, version, join_hash, token_hash, token_expires_at, joined_at,
        last_seen_at)
    SELECT 'machine-' || n, 'person-' || (1 + n % (:machines * 3 / 4)), 'home-' || n, 'linux', '0.2.0', 'join-' || n,
        'token-' || n, :now + 30 * 86400000, :now - 80 * 86400000, :now - n * 1000 FROM number
    """,
    """
    INSERT INTO machine_days (machine, day, tasks, recorded, failed, refused, released, requests, bytes, last_at)
    SELECT machines.id, :now / 86400000 - days.key, 900, 800, 60, 3, 20, 1400, 300000000, :now - days.key * 86400000
    FROM machines,
        json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29]') AS days
    ORDER BY 1, 2
    """,
    """
    INSERT INTO gateway_leases (lease_token, job_id, machine, person, request_id, claimed_at, confirmed_at, ended_at,
        ended_as, reason, found)
    SELECT id || '-2', id, 'machine-' || (crawl_jobs.rowid % 200 + 1),
        'person-' || (1 + (crawl_jobs.rowid % 200 + 1) % 150), 'request-' || rowid,
        updated_at - 2000, updated_at - 1000, updated_at,
        CASE crawl_jobs.rowid % 100 WHEN 3 THEN 'released' WHEN 6 THEN 'lost' ELSE 'recorded' END, NULL, 1
    FROM crawl_jobs WHERE rowid % 3 = 0 AND finished_at IS NOT NULL
    """,
    """
    INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, repeats,
        outcome_json, reported_at, settled_at)
    SELECT lease_token, job_id, person, machine,
        CASE platform WHEN 'other' THEN 'other/' || shop_id ELSE platform END, '7',
        CASE WHEN j.rowid % 300 = 0 THEN 'waiting' WHEN j.rowid % 10 < 7 THEN 'unchecked' ELSE 'confirmed' END, 0,
        CASE WHEN j.rowid % 300 = 0 THEN '{}' END, updated_at,
        CASE WHEN j.rowid % 300 <> 0 AND j.rowid % 10 >= 7 THEN updated_at END
    FROM (SELECT g.lease_token, g.job_id, g.person, g.machine, j.rowid, j.platform, j.shop_id, j.updated_at
          FROM gateway_leases g JOIN crawl_jobs j ON j.id = g.job_id WHERE g.ended_as = 'recorded') AS j
    """,
    """
    INSERT INTO trust (person, shop, reader_version, cv, confirmed, failed, credit)
    SELECT person, shop, '7', COUNT(*) FILTER (WHERE state = 'confirmed'), COUNT(*) FILTER (WHERE state = 'confirmed'),
        0, COUNT(*) FROM volunteer_results GROUP BY person, shop
    """,
    f"""
    {_COUNTED.format(most=":accounts")}
    INSERT INTO feed_cursors (source, account, cursor, last_polled_at, last_error, failures, next_poll_at)
    SELECT json_extract('["threads","bluesky","rss","mastodon"]', '$[' || ((n - 1) % 4) || ']'), 'account-' || (n - 1),
        'c', :now - 40000, CASE WHEN n % 25 = 0 THEN 'the server did not answer' END,
        CASE WHEN n % 25 = 0 THEN 3 ELSE 0 END, :now + 600000
    FROM number
    """,
    f"""
    {_COUNTED.format(most=30000)}
    INSERT INTO feed_skips (source, account, source_post_id, reason, at, links_left_out)
    SELECT json_extract('["threads","bluesky","rss","mastodon"]', '$[' || (n % 500 % 4) || ']'),
        'account-' || (n % 500), 'skipped-' || n, 'no text', :now - n * 1000, n % 3 FROM number ORDER BY 1, 2, 3
    """,
    f"""
    {_COUNTED.format(most=2000)}
    INSERT INTO unregistered_links (domain, posts, first_seen_at, last_seen_at)
    SELECT 'elsewhere-' || n || '.example', 4000 / n + 1, :now - 8 * 86400000, :now - n * 60000 FROM number
    """,
    f"""
    {_COUNTED.format(most=":shops")}
    INSERT INTO shop_domains (domain, added_at, added_by)
    SELECT printf('shop-%04d.example', n - 1), :now - n * 60000, 'ada' FROM number
    """,
    f"""
    {_COUNTED.format(most=":shops")}
    INSERT INTO shop_currencies (domain, currency, told_at, told_by)
    SELECT printf('shop-%04d.example', n - 1), 'EUR', :now - n * 60000, 'ada' FROM number WHERE n % 2 = 0
    """,
    f"""
    {_COUNTED.format(most=":shops + 2")},
    shop(name) AS (SELECT CASE n WHEN 1 THEN 'shopee' WHEN 2 THEN 'taobao'
                                 ELSE 'other/' || printf('shop-%04d.example', n - 3) END FROM number)
    INSERT INTO shop_windows (shop, number, begins_at, ends_at, pages, failed, zero_prices, yielded)
    SELECT name, windows.key + 1, :now - (20 - windows.key) * 3600000, :now - (19 - windows.key) * 3600000,
        CASE windows.key WHEN 19 THEN 21 ELSE 50 END, windows.key * 7 % 13, 0, 8 + windows.key * 3 % 7
    FROM shop, json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]') AS windows ORDER BY 1, 2
    """,
    """
    INSERT INTO shops (platform, paused, paused_reason, judged_from)
    SELECT 'other/' || domain, rowid % 4 = 0, CASE rowid % 4 WHEN 0 THEN 'asks every visitor to sign in' END, 0
    FROM (SELECT domain, ROW_NUMBER() OVER (ORDER BY domain) AS rowid FROM shop_domains) WHERE rowid % 20 = 0
    """,
    "UPDATE shops SET read_to = :now WHERE platform = 'shopee'",
    """
    INSERT INTO shop_ways (platform, way, step, in_use)
    VALUES ('shopee', 'official', 1, 0), ('shopee', 'http', 2, 1), ('shopee', 'browser', 3, 0),
        ('taobao', 'http', 1, 1), ('other', 'http', 1, 1)
    """,
    f"""
    {_COUNTED.format(most=5000)}
    INSERT INTO operator_events (id, at, operator, through, action, target, meant, done, ended_at)
    SELECT 'event-' || printf('%06d', n), :now - n * 400000, CASE n % 2 WHEN 0 THEN 'ada' ELSE 'bo' END,
        CASE n % 3 WHEN 0 THEN 'command line' ELSE 'console' END,
        CASE n % 5 WHEN 0 THEN 'volunteers pause' ELSE 'jobs requeue' END,
        CASE n % 5 WHEN 0 THEN '{{"who": "person-' || (n % 150 + 1) || '"}}'
                   ELSE '{{"filter": {{"shop": "shopee", "error_code": "TIMEOUT"}}}}' END,
        n * 31, n * 31, :now - n * 400000 + 900 FROM number ORDER BY 1
    """,
    f"""
    {_COUNTED.format(most=20000)}
    INSERT INTO notices (rule, event, kind, target, at, noted_at, line, state, due_at)
    SELECT 1 + n % 5, 'event-' || n, 'price-drop', 'phone', :now - n * 60000, :now - n * 60000, 'a lamp costs less',
        'sent', :now - n * 60000 FROM number ORDER BY 1, 2
    """,
)
