-- CreateTable
CREATE TABLE "data_export" (
    "tenant_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "run_id" UUID,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "file_bytes" INTEGER,

    CONSTRAINT "data_export_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "data_export_part" (
    "tenant_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "data_export_part_pkey" PRIMARY KEY ("tenant_id","run_id","number")
);

-- CreateIndex
CREATE INDEX "data_export_state_requested_at_idx" ON "data_export"("state", "requested_at");

-- CreateIndex
CREATE INDEX "data_export_expires_at_idx" ON "data_export"("expires_at");

-- AddForeignKey
ALTER TABLE "data_export_part" ADD CONSTRAINT "data_export_part_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "data_export"("tenant_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- A zip does not get smaller by being compressed again.
ALTER TABLE "data_export_part" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_state_check" CHECK ("state" IN ('waiting', 'working', 'done', 'failed'));

ALTER TABLE "data_export" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "data_export"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
-- Who has waited longest among all restaurants is made next, and what has expired goes: with `app.platform`.
CREATE POLICY "platform_sees_unfinished" ON "data_export" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "state" IN ('waiting', 'working'));
CREATE POLICY "platform_claims" ON "data_export" FOR UPDATE
  USING (current_setting('app.platform', true) = 'on' AND "state" IN ('waiting', 'working'))
  WITH CHECK (current_setting('app.platform', true) = 'on' AND "state" = 'working');
CREATE POLICY "platform_sees_expired" ON "data_export" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now());
CREATE POLICY "platform_deletes_expired" ON "data_export" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now());

ALTER TABLE "data_export_part" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "data_export_part"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
