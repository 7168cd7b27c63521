-- AlterTable: an empty document says nothing. A constant default rewrites no rows.
ALTER TABLE "category" ADD COLUMN     "facets" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "item" ADD COLUMN     "facets" JSONB NOT NULL DEFAULT '{}';
