-- CreateTable
CREATE TABLE "code" (
    "id" TEXT NOT NULL,
    "tenant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rendering" (
    "hash" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rendering_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "code_tenant_id_key" ON "code"("tenant_id");

-- A code is made by its own tenant only; `app.tenant_id` is set for one transaction. Following a printed code knows
-- no tenant yet: it says so with `app.platform`, which opens reading and nothing else.
ALTER TABLE "code" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "code"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "code" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
