-- DropIndex
DROP INDEX "code_tenant_id_key";

-- AlterTable
ALTER TABLE "code" ADD COLUMN     "main_of" UUID,
ADD COLUMN     "name" TEXT NOT NULL DEFAULT 'Main code',
ADD COLUMN     "name_key" TEXT,
ADD COLUMN     "number" SERIAL NOT NULL,
ADD COLUMN     "retired_at" TIMESTAMPTZ(3);

-- Until now every code was its restaurant's main one. The owner of the table is kept out by its policies, too.
ALTER TABLE "code" NO FORCE ROW LEVEL SECURITY;
UPDATE "code" SET "main_of" = "tenant_id", "name_key" = 'main code';
ALTER TABLE "code" FORCE ROW LEVEL SECURITY;
ALTER TABLE "code" ALTER COLUMN "name" DROP DEFAULT;

-- What was drawn is drawn anew when it is asked for.
DELETE FROM "rendering";

-- AlterTable
ALTER TABLE "rendering" DROP COLUMN "png",
ADD COLUMN     "bytes" BYTEA NOT NULL;

-- CreateTable
CREATE TABLE "style" (
    "tenant_id" UUID NOT NULL,
    "foreground" TEXT NOT NULL,
    "background" TEXT NOT NULL,
    "logo_hash" TEXT,
    "caption" TEXT,

    CONSTRAINT "style_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "logo" (
    "tenant_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "logo_pkey" PRIMARY KEY ("tenant_id","hash")
);

-- CreateTable
CREATE TABLE "sheet" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "hash" TEXT,
    "content" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "reason" TEXT,
    "file_name" TEXT NOT NULL,
    "file" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sheet_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sheet_expires_at_idx" ON "sheet"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sheet_tenant_id_hash_key" ON "sheet"("tenant_id", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "code_main_of_key" ON "code"("main_of");

-- CreateIndex
CREATE INDEX "code_tenant_id_number_idx" ON "code"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "code_tenant_id_name_key_key" ON "code"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "rendering_created_at_idx" ON "rendering"("created_at");

-- As for codes: what a tenant says of its codes is seen and written by itself only.
ALTER TABLE "style" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "style"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE "logo" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "logo"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

-- Sheets of restaurants that never come back must go too: with `app.platform`, what has expired can be seen and deleted.
ALTER TABLE "sheet" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "sheet"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_sees_expired" ON "sheet" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now());
CREATE POLICY "platform_deletes_expired" ON "sheet" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now());
