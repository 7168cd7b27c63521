-- Translations, by language and field.
ALTER TABLE "tenant" ADD COLUMN "texts" JSONB NOT NULL DEFAULT '{}';
