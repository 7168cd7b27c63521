-- AlterTable: what is there has been told long ago, so nobody is to find it among what was just changed.
ALTER TABLE "menu_version" ADD COLUMN     "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "menu_version" ALTER COLUMN "changed_at" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "menu_version_changed_at_idx" ON "menu_version"("changed_at");
