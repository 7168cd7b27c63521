-- CreateTable
CREATE TABLE "daypart" (
    "id" SERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "weekly" JSONB NOT NULL,
    "special" JSONB NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "position" INTEGER NOT NULL,
    "texts" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "daypart_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "daypart_tenant_id_position_id_idx" ON "daypart"("tenant_id", "position", "id");

-- A tenant's dayparts are its own, and its log has their changes.
ALTER TABLE "daypart" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "daypart"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

CREATE TRIGGER log_added AFTER INSERT ON "daypart" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_changed AFTER UPDATE ON "daypart" REFERENCING OLD TABLE AS was_rows NEW TABLE AS is_rows
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
CREATE TRIGGER log_removed AFTER DELETE ON "daypart" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_menu_change();
