-- CreateTable
CREATE TABLE "allergen_declaration" (
    "tenant_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "version" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" UUID,
    "kind" TEXT NOT NULL,
    "target_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "states" TEXT NOT NULL,
    "kinds" JSONB NOT NULL DEFAULT '[]',
    "basis" TEXT NOT NULL,

    CONSTRAINT "allergen_declaration_pkey" PRIMARY KEY ("tenant_id","id")
);

-- AddForeignKey
ALTER TABLE "allergen_declaration" ADD CONSTRAINT "allergen_declaration_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "menu_version"("tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A tenant's declarations are its own.
ALTER TABLE "allergen_declaration" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "allergen_declaration"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
