-- AlterTable: the log begins with this migration, so it does not reach back to earlier versions. The policies also hold for the
-- table's owner while they are forced.
ALTER TABLE "menu_version" ADD COLUMN     "logged_from" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "menu_version" NO FORCE ROW LEVEL SECURITY;
UPDATE "menu_version" SET "logged_from" = "version";
ALTER TABLE "menu_version" FORCE ROW LEVEL SECURITY;

-- CreateTable
CREATE TABLE "menu_change" (
    "tenant_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "version" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by" UUID,
    "kind" TEXT NOT NULL,
    "target_id" INTEGER,
    "name" TEXT,
    "act" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "menu_change_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "menu_change_tenant_id_version_kind_target_id_key" ON "menu_change"("tenant_id", "version", "kind", "target_id");

-- CreateIndex
CREATE INDEX "menu_change_tenant_id_kind_target_id_id_idx" ON "menu_change"("tenant_id", "kind", "target_id", "id");

-- CreateIndex
CREATE INDEX "menu_change_at_idx" ON "menu_change" USING BRIN ("at");

-- AddForeignKey
ALTER TABLE "menu_change" ADD CONSTRAINT "menu_change_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "menu_version"("tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A tenant's log is its own; the sweep finds whose log has changes older than 400 days.
ALTER TABLE "menu_change" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "menu_change"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "sweep_finds" ON "menu_change" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "at" < now() - interval '400 days');

-- A row as the log keeps it: by the API's names, `isAvailable` for `is_available`.
CREATE FUNCTION logged_row("row" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT jsonb_object_agg(left(key, 1) || substr(replace(initcap(replace(key, '_', ' ')), ' ', ''), 2), value)
  FROM jsonb_each("row" - '{id,tenant_id,updated_at}'::text[])
$$;

-- The fields of `one` that `other` does not have, or has with another value. Documents are compared key by key.
CREATE FUNCTION differing("one" jsonb, "other" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
    WHEN jsonb_typeof(value) = 'object' AND jsonb_typeof("other" -> key) = 'object' THEN (
      SELECT coalesce(jsonb_object_agg(part.key, part.value), '{}') FROM jsonb_each(field.value) AS part
      WHERE part.value IS DISTINCT FROM "other" -> field.key -> part.key)
    ELSE value END), '{}')
  FROM jsonb_each("one") AS field
  WHERE value IS DISTINCT FROM "other" -> key
$$;

-- Logs what a statement did to the rows of `item` or `category`. Triggers see every write, also that of an older release. What
-- several statements of a write do to one row is one change. Rows of a restaurant without a version, which is being deleted, are
-- not logged.
CREATE FUNCTION log_menu_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  actor CONSTANT uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, after)
    SELECT added.tenant_id, menu_version.version, actor, TG_TABLE_NAME, added.id, added.name, 'added', logged_row(to_jsonb(added))
    FROM added JOIN menu_version USING (tenant_id)
    ORDER BY added.id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE SET act = 'changed', after = excluded.after;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, before)
    SELECT gone.tenant_id, menu_version.version, actor, TG_TABLE_NAME, gone.id, gone.name, 'removed', logged_row(to_jsonb(gone))
    FROM gone JOIN menu_version USING (tenant_id)
    ORDER BY gone.id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE SET act = 'removed', before = excluded.before || menu_change.before, after = NULL;
  ELSE
    INSERT INTO menu_change (tenant_id, version, "by", kind, target_id, name, act, before, after)
    SELECT later.tenant_id, menu_version.version, actor, TG_TABLE_NAME, later.id, later.name, 'changed',
      differing(was, becomes), differing(becomes, was)
    FROM was_rows AS earlier JOIN is_rows AS later USING (tenant_id, id) JOIN menu_version USING (tenant_id),
      LATERAL (SELECT logged_row(to_jsonb(earlier)) - 'position' AS was, logged_row(to_jsonb(later)) - 'position' AS becomes) AS both_rows
    WHERE was <> becomes
    ORDER BY later.id
    ON CONFLICT (tenant_id, version, kind, target_id) DO UPDATE
      SET before = excluded.before || menu_change.before, after = menu_change.after || excluded.after;
    -- Another order is one change, however many rows it moves.
    INSERT INTO menu_change (tenant_id, version, "by", kind, act, before, after)
    SELECT menu_version.tenant_id, menu_version.version, actor, TG_TABLE_NAME, 'moved', was, becomes
    FROM (
      SELECT later.tenant_id, jsonb_agg(id ORDER BY earlier.position, id) AS was, jsonb_agg(id ORDER BY later.position, id) AS becomes
      FROM was_rows AS earlier JOIN is_rows AS later USING (tenant_id, id)
      WHERE earlier.position <> later.position
      GROUP BY later.tenant_id
    ) AS orders JOIN menu_version USING (tenant_id)
    WHERE was <> becomes;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER log_added AFTER INSERT ON "item" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_changed AFTER UPDATE ON "item" REFERENCING OLD TABLE AS was_rows NEW TABLE AS is_rows
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_removed AFTER DELETE ON "item" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_added AFTER INSERT ON "category" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_changed AFTER UPDATE ON "category" REFERENCING OLD TABLE AS was_rows NEW TABLE AS is_rows
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_removed AFTER DELETE ON "category" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
