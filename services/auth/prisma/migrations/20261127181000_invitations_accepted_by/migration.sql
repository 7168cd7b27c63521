-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "accepted_by" UUID;
