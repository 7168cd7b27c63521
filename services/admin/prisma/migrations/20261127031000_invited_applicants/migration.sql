-- AlterTable
ALTER TABLE "beta_application" ADD COLUMN     "invited_at" TIMESTAMPTZ(3);
