-- CreateTable
CREATE TABLE "daily_tally" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "view_seconds" BIGINT NOT NULL DEFAULT 0,
    "scans" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "daily_tally_pkey" PRIMARY KEY ("tenant_id","day")
);

-- A tally is read and written for one tenant at a time; `app.tenant_id` is set for one transaction.
ALTER TABLE "daily_tally" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "daily_tally"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
