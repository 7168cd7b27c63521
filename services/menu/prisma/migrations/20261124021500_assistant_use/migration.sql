-- CreateTable
CREATE TABLE "assistant_use" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "tokens" INTEGER NOT NULL,

    CONSTRAINT "assistant_use_pkey" PRIMARY KEY ("tenant_id")
);

ALTER TABLE "assistant_use" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "assistant_use"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
