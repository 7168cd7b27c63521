-- CreateTable
CREATE TABLE "removed_picture" (
    "tenant_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_picture_pkey" PRIMARY KEY ("tenant_id","hash")
);

-- Seen and written only on behalf of the restaurant.
ALTER TABLE "removed_picture" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "removed_picture"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
