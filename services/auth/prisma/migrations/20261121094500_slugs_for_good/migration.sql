-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "tenant_slug" (
    "slug" TEXT NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "tenant_slug_pkey" PRIMARY KEY ("slug")
);

-- CreateIndex
CREATE INDEX "tenant_slug_tenant_id_idx" ON "tenant_slug"("tenant_id");

-- AddForeignKey
ALTER TABLE "tenant_slug" ADD CONSTRAINT "tenant_slug_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The slugs there are. `tenant` shows its rows to nobody unless they say whose they are after; the new table is open yet.
SELECT set_config('app.platform', 'on', true);
INSERT INTO "tenant_slug" ("slug", "tenant_id") SELECT "slug", "id" FROM "tenant";
SELECT set_config('app.platform', '', true);

-- Whoever gives a restaurant a slug takes it for good: the primary key lets one restaurant have it, and no policy lets
-- anybody give it up. A slug that was taken before and is taken again is no conflict.
CREATE FUNCTION "keep_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM auth.tenant_slug WHERE slug = NEW.slug AND tenant_id = NEW.id) THEN
    INSERT INTO auth.tenant_slug (slug, tenant_id) VALUES (NEW.slug, NEW.id);
  END IF;
  RETURN NEW;
END $$;

-- A new restaurant's after its row, which the foreign key wants; a change's before it: so two restaurants that want each
-- other's slugs at the same moment are both refused here, and never wait for one another.
CREATE TRIGGER "keep_first_slug" AFTER INSERT ON "tenant" FOR EACH ROW EXECUTE FUNCTION "keep_slug"();
CREATE TRIGGER "keep_next_slug" BEFORE UPDATE OF "slug" ON "tenant"
  FOR EACH ROW WHEN (OLD."slug" <> NEW."slug") EXECUTE FUNCTION "keep_slug"();

ALTER TABLE "tenant_slug" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "tenant_slug" FOR SELECT
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "take" ON "tenant_slug" FOR INSERT
  WITH CHECK ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "tenant_slug" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
