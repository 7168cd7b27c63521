-- CreateTable
CREATE TABLE "upload" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "by" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'receiving',
    "hash" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "picture" (
    "tenant_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "color" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unused_since" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "picture_pkey" PRIMARY KEY ("tenant_id","hash")
);

-- CreateIndex
CREATE INDEX "upload_tenant_id_state_created_at_idx" ON "upload"("tenant_id", "state", "created_at");

-- CreateIndex
CREATE INDEX "upload_created_at_idx" ON "upload"("created_at");

-- CreateIndex
CREATE INDEX "picture_checked_at_idx" ON "picture"("checked_at");

-- A tenant's pictures are seen and written by itself only. The sweeps find out whose turn it is with `app.platform`, which reads.
ALTER TABLE "upload" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "upload"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "upload" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
ALTER TABLE "picture" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "picture"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "picture" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
