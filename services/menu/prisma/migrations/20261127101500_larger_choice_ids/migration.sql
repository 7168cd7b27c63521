-- Ids of sizes and options, which are in JSON, may be as large as JavaScript counts: refused writes use ids up, too.
ALTER SEQUENCE "choice_id" AS BIGINT MAXVALUE 9007199254740991;

-- The evidence names options by their ids.
ALTER TABLE "allergen_declaration" ALTER COLUMN "target_id" SET DATA TYPE BIGINT;
