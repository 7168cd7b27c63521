-- AlterTable
ALTER TABLE "visitor" ADD COLUMN     "network" BYTEA;

-- CreateIndex
CREATE INDEX "visitor_tenant_id_day_network_idx" ON "visitor"("tenant_id", "day", "network");
