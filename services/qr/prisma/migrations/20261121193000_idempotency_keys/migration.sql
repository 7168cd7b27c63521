-- CreateTable
CREATE TABLE "idempotency_key" (
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "asked" TEXT NOT NULL,
    "answer" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("tenant_id", "key")
);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- A tenant's keys are its own; the sweep sees and deletes those of all tenants, once they are old.
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "idempotency_key"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "sweep_finds" ON "idempotency_key" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "created_at" < now() - interval '24 hours');
CREATE POLICY "sweep" ON "idempotency_key" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "created_at" < now() - interval '24 hours');
