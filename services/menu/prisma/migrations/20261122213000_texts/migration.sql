-- Translations, by language and field.
ALTER TABLE "category" ADD COLUMN "texts" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "item" ADD COLUMN "texts" JSONB NOT NULL DEFAULT '{}';
