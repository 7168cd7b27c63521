-- AlterTable: when an address last began or ceased to lead to a menu, or the menu's languages changed, and all languages in which
-- caches may have it.
ALTER TABLE "tenant_slug" ADD COLUMN     "changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "languages" TEXT[];

-- CreateIndex
CREATE INDEX "tenant_slug_changed_at_slug_idx" ON "tenant_slug"("changed_at", "slug");

CREATE FUNCTION "languages_in"("settings" jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE
  RETURN jsonb_array_elements_text(("settings" -> 'languages' -> 'others') || ("settings" -> 'languages' -> 'base'));

-- Caches keep what nobody reads for a day. The newest 16 languages: those of a menu, and as many that it had before.
CREATE FUNCTION "note_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth.tenant_slug SET changed_at = now(), languages = ARRAY(
    SELECT tag FROM (
      SELECT 1, auth.languages_in(NEW.settings)
      UNION ALL SELECT 2, auth.languages_in(OLD.settings)
      UNION ALL SELECT 3, unnest(languages) WHERE changed_at > now() - interval '1 day'
    ) AS had (age, tag) GROUP BY tag ORDER BY min(age), tag LIMIT 16)
  WHERE tenant_id = NEW.id AND slug IN (OLD.slug, NEW.slug);
  RETURN NULL;
END $$;
CREATE TRIGGER "note_address" AFTER UPDATE OF "is_active", "delete_at", "slug", "settings" ON "tenant"
  FOR EACH ROW WHEN (
    OLD."slug" <> NEW."slug"
    OR (OLD."is_active" AND OLD."delete_at" IS NULL) <> (NEW."is_active" AND NEW."delete_at" IS NULL)
    OR OLD."settings" -> 'languages' IS DISTINCT FROM NEW."settings" -> 'languages'
  ) EXECUTE FUNCTION "note_address"();

-- Menus that are closed already may be in caches, and their pictures are public. Row-level security lets nobody write across
-- tenants, so it is lifted from the table's owner for this one statement, under the lock of ALTER TABLE.
ALTER TABLE "tenant_slug" NO FORCE ROW LEVEL SECURITY;
SELECT set_config('app.platform', 'on', true);
UPDATE "tenant_slug" SET "changed_at" = now(), "languages" = ARRAY(SELECT "languages_in"("tenant"."settings"))
FROM "tenant" WHERE "tenant"."slug" = "tenant_slug"."slug" AND NOT ("is_active" AND "delete_at" IS NULL);
SELECT set_config('app.platform', '', true);
ALTER TABLE "tenant_slug" FORCE ROW LEVEL SECURITY;
