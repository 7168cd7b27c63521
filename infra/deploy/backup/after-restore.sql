-- Part of the transaction that restores a backup.
--
-- Caches and phones keep the highest version they have seen. So every version jumps ahead of all versions since the backup,
-- and the restored menus count as new.
UPDATE auth.tenant SET version = version + 1000000;
UPDATE menu.menu_version SET version = version + 1000000, changed_at = now();

-- The log lacks the versions between the backup and now, so it can't tell what changed since a menu was printed in that time. It
-- begins anew, unless the backup is of a release without it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'menu.menu_version'::regclass AND attname = 'logged_from' AND NOT attisdropped) THEN
    UPDATE menu.menu_version SET logged_from = version;
  END IF;
END
$$;

-- Sessions that ended since the backup must stay ended. Their ends get numbers above all that gateways have seen.
SELECT setval('auth.session_end_seq', nextval('auth.session_end_seq') + 1000000);
UPDATE auth.session SET ended_at = now(), end_seq = nextval('auth.session_end_seq') WHERE ended_at IS NULL;
