-- AlterTable: when a restaurant is to be deleted, where its owner has asked for it.
ALTER TABLE "tenant" ADD COLUMN     "delete_at" TIMESTAMPTZ(3);

-- CreateIndex: only few have a date.
CREATE INDEX "tenant_delete_at_idx" ON "tenant"("delete_at");

-- DropForeignKey: a slug outlives its restaurant, so that nobody else ever gets the guests of a printed link. The id that
-- stays beside it is nobody's any more.
ALTER TABLE "tenant_slug" DROP CONSTRAINT "tenant_slug_tenant_id_fkey";
