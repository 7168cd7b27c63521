-- The ids of sizes and options, which are in documents. None is used again: translations and statistics name them.
CREATE SEQUENCE "choice_id" AS INTEGER;

-- CreateTable
CREATE TABLE "option_group" (
    "id" SERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "min" INTEGER NOT NULL,
    "max" INTEGER,
    "options" JSONB NOT NULL,
    "position" INTEGER NOT NULL,
    "texts" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "option_group_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "option_group_tenant_id_position_id_idx" ON "option_group"("tenant_id", "position", "id");

-- A tenant's option groups are its own, and its log has their changes.
ALTER TABLE "option_group" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "option_group"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

-- The log as before, in which a row of option_group is an option-group.
CREATE OR REPLACE FUNCTION log_menu_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_nestloop = off AS $$
DECLARE
  actor CONSTANT uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  what CONSTANT text := replace(TG_TABLE_NAME, '_', '-');
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, after)
    SELECT tenant_id, version, actor, what, id, name, 'added', logged_row(to_jsonb(added))
    FROM added JOIN (
      SELECT tenant_id, (SELECT version FROM menu_version WHERE menu_version.tenant_id = own.tenant_id)
      FROM (SELECT DISTINCT tenant_id FROM added) AS own OFFSET 0
    ) AS versions USING (tenant_id)
    WHERE version IS NOT NULL
    ORDER BY id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE SET act = 'changed', after = excluded.after;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, before)
    SELECT tenant_id, version, actor, what, id, name, 'removed', logged_row(to_jsonb(gone))
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
    SELECT tenant_id, version, actor, what, id, name, 'changed', differing(was, becomes), differing(becomes, was)
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
    SELECT tenant_id, version, actor, what, 'moved', was, becomes
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

CREATE TRIGGER log_added AFTER INSERT ON "option_group" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_changed AFTER UPDATE ON "option_group" REFERENCING OLD TABLE AS was_rows NEW TABLE AS is_rows
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_removed AFTER DELETE ON "option_group" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
