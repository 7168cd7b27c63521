-- Everybody is a member of the own restaurant. `user` shows its rows to nobody unless they say whose they are after; the new table is
-- open yet.
SELECT set_config('app.platform', 'on', true);
INSERT INTO "membership" ("tenant_id", "user_id", "role", "created_at")
SELECT "tenant_id", "id", CASE "role" WHEN 'admin' THEN 'owner' ELSE "role" END, "created_at" FROM "user" WHERE "tenant_id" IS NOT NULL
ON CONFLICT DO NOTHING;
SELECT set_config('app.platform', '', true);

-- Written in the restaurant's name; a person reads the own ones.
ALTER TABLE "membership" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "membership"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "self_reads" ON "membership" FOR SELECT
  USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "membership" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');

-- A restaurant sees who works or worked for it, wherever they are signed in.
CREATE POLICY "members" ON "user" FOR SELECT
  USING (EXISTS (SELECT FROM "membership" WHERE "user_id" = "user"."id" AND "membership"."tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid));

-- A session is a member's, in any restaurant of the person. Those there are get checked in the next migration, without a lock.
ALTER TABLE "session" DROP CONSTRAINT "session_tenant_id_user_id_fkey";
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "membership"("tenant_id", "user_id") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;

-- Who accepts an invitation has an account first, and then a restaurant.
CREATE POLICY "self_begins" ON "user" FOR INSERT
  WITH CHECK ("tenant_id" IS NULL AND "id" = nullif(current_setting('app.user_id', true), '')::uuid);

-- Who works for no restaurant may end the account.
CREATE POLICY "self_ends" ON "user" FOR DELETE
  USING ("tenant_id" IS NULL AND "id" = nullif(current_setting('app.user_id', true), '')::uuid);
