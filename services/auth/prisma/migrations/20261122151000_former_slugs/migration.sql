-- AlterTable: when a rename took the slug, since when it is a former one, and when a guest first came through it since then.
ALTER TABLE "tenant_slug" ADD COLUMN     "former_since" TIMESTAMPTZ(3),
ADD COLUMN     "renamed_at" TIMESTAMPTZ(3),
ADD COLUMN     "visited_at" TIMESTAMPTZ(3);

-- Nobody knows yet whether guests come through the former slugs there are: their 90 days begin now. Row-level security lets
-- nobody write across tenants, so it is lifted from the table's owner for this one statement, under the lock of ALTER TABLE.
ALTER TABLE "tenant_slug" NO FORCE ROW LEVEL SECURITY;
SELECT set_config('app.platform', 'on', true);
UPDATE "tenant_slug" SET "former_since" = now()
FROM "tenant" WHERE "tenant"."id" = "tenant_slug"."tenant_id" AND "tenant"."slug" <> "tenant_slug"."slug";
SELECT set_config('app.platform', '', true);
ALTER TABLE "tenant_slug" FORCE ROW LEVEL SECURITY;

-- CreateIndex
CREATE INDEX "tenant_slug_former_since_idx" ON "tenant_slug"("former_since");

-- A rename takes the new slug first and leaves the old one then: so two restaurants that want each other's slugs are both
-- refused, and never wait for one another.
CREATE OR REPLACE FUNCTION "keep_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth.tenant_slug SET former_since = NULL WHERE slug = NEW.slug AND tenant_id = NEW.id;
  IF NOT FOUND THEN
    INSERT INTO auth.tenant_slug (slug, tenant_id, renamed_at)
    VALUES (NEW.slug, NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN now() END);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    UPDATE auth.tenant_slug SET former_since = now() WHERE slug = OLD.slug AND tenant_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;

CREATE POLICY "own_changes" ON "tenant_slug" FOR UPDATE
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "sweep" ON "tenant_slug" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "visited_at" IS NULL AND "former_since" < now() - interval '90 days');
