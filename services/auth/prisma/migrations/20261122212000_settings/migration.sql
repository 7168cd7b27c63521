-- AlterTable: an empty document says nothing. A constant default rewrites no rows.
ALTER TABLE "tenant" ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}';
