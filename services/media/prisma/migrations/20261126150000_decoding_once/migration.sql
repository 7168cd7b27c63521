-- AlterTable
ALTER TABLE "upload" ADD COLUMN "decoding_since" TIMESTAMPTZ(3);
