-- CreateTable
CREATE TABLE "printed_sheet" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "code_ids" TEXT[],
    "paper" TEXT NOT NULL,
    "layout" TEXT NOT NULL,

    CONSTRAINT "printed_sheet_pkey" PRIMARY KEY ("tenant_id","id")
);

-- As for sheets: what a tenant printed is seen and written by itself only.
ALTER TABLE "printed_sheet" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "printed_sheet"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
