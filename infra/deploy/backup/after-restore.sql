-- What a restored database needs before anybody may believe it; part of the transaction that restores.
--
-- Caches, edges and phones believe the highest version they have seen, and what was restored is older than that. So
-- every version jumps ahead of all that can have been given out since the backup: what was restored is news again.
UPDATE auth.tenant SET version = version + 1000000;
UPDATE menu.menu_version SET version = version + 1000000, changed_at = now();

-- A session that was ended since the backup must not come back to life. Ends are numbered ahead of all that gateways have seen.
SELECT setval('auth.session_end_seq', nextval('auth.session_end_seq') + 1000000);
UPDATE auth.session SET ended_at = now(), end_seq = nextval('auth.session_end_seq') WHERE ended_at IS NULL;
