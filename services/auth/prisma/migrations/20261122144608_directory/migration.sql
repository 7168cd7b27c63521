-- DropIndex
DROP INDEX "tenant_created_at_idx";

-- DropIndex
DROP INDEX "user_created_at_idx";

-- CreateIndex
CREATE INDEX "tenant_created_at_id_idx" ON "tenant"("created_at", "id");

-- CreateIndex
CREATE INDEX "tenant_is_active_created_at_id_idx" ON "tenant"("is_active", "created_at", "id");

-- CreateIndex
CREATE INDEX "user_created_at_id_idx" ON "user"("created_at", "id");

-- CreateIndex
CREATE INDEX "user_is_active_created_at_id_idx" ON "user"("is_active", "created_at", "id");
