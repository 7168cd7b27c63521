-- AlterTable: of which code an image is, so that it can be deleted with it. Images from before say nothing, and are gone
-- after 90 days.
ALTER TABLE "rendering" ADD COLUMN     "code_id" TEXT;

-- CreateIndex
CREATE INDEX "rendering_code_id_idx" ON "rendering"("code_id");
