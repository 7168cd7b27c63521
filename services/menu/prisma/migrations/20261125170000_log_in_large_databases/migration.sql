-- The log as before, in the same time however many restaurants there are: without nested loops, a join with menu_version reads all
-- of it, so the version of each tenant of a statement is looked up, and once:
-- OFFSET 0 keeps PostgreSQL from doing it for each row.
CREATE OR REPLACE FUNCTION log_menu_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_nestloop = off AS $$
DECLARE
  actor CONSTANT uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, after)
    SELECT tenant_id, version, actor, TG_TABLE_NAME, id, name, 'added', logged_row(to_jsonb(added))
    FROM added JOIN (
      SELECT tenant_id, (SELECT version FROM menu_version WHERE menu_version.tenant_id = own.tenant_id)
      FROM (SELECT DISTINCT tenant_id FROM added) AS own OFFSET 0
    ) AS versions USING (tenant_id)
    WHERE version IS NOT NULL
    ORDER BY id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE SET act = 'changed', after = excluded.after;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, before)
    SELECT tenant_id, version, actor, TG_TABLE_NAME, id, name, 'removed', logged_row(to_jsonb(gone))
    FROM gone JOIN (
      SELECT tenant_id, (SELECT version FROM menu_version WHERE menu_version.tenant_id = own.tenant_id)
      FROM (SELECT DISTINCT tenant_id FROM gone) AS own OFFSET 0
    ) AS versions USING (tenant_id)
    WHERE version IS NOT NULL
    ORDER BY id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE SET act = 'removed', before = excluded.before || menu_change.before, after = NULL;
  ELSE
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, before, after)
    -- Materialized: PostgreSQL would write each row as JSON anew wherever it is named.
    WITH both_rows AS MATERIALIZED (
      SELECT tenant_id, id, later.name, logged_row(to_jsonb(earlier)) - 'position' AS was, logged_row(to_jsonb(later)) - 'position' AS becomes
      FROM was_rows AS earlier JOIN is_rows AS later USING (tenant_id, id)
    )
    SELECT tenant_id, version, actor, TG_TABLE_NAME, id, name, 'changed', differing(was, becomes), differing(becomes, was)
    FROM both_rows JOIN (
      SELECT tenant_id, (SELECT version FROM menu_version WHERE menu_version.tenant_id = own.tenant_id)
      FROM (SELECT DISTINCT tenant_id FROM both_rows) AS own OFFSET 0
    ) AS versions USING (tenant_id)
    WHERE version IS NOT NULL AND was <> becomes
    ORDER BY id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE
      SET before = excluded.before || menu_change.before, after = menu_change.after || excluded.after;
    -- Another order is one change, however many rows it moves.
    INSERT INTO menu_change (tenant_id, version, "by", kind, act, before, after)
    SELECT tenant_id, version, actor, TG_TABLE_NAME, 'moved', was, becomes
    FROM (
      SELECT *, (SELECT version FROM menu_version WHERE menu_version.tenant_id = orders.tenant_id)
      FROM (
        SELECT tenant_id, jsonb_agg(id ORDER BY earlier.position, id) AS was, jsonb_agg(id ORDER BY later.position, id) AS becomes
        FROM was_rows AS earlier JOIN is_rows AS later USING (tenant_id, id)
        WHERE earlier.position <> later.position
        GROUP BY tenant_id
      ) AS orders
    ) AS moves
    WHERE version IS NOT NULL AND was <> becomes;
  END IF;
  RETURN NULL;
END
$$;
