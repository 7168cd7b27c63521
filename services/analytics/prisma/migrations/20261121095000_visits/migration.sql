-- CreateTable
CREATE TABLE "quarter_tally" (
    "tenant_id" UUID NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "view_seconds" BIGINT NOT NULL DEFAULT 0,
    "scans" INTEGER NOT NULL DEFAULT 0,
    "visitors" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "quarter_tally_pkey" PRIMARY KEY ("tenant_id","quarter")
);

-- CreateTable
CREATE TABLE "code_tally" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "code_id" TEXT NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "scans" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "code_tally_pkey" PRIMARY KEY ("tenant_id","day","code_id")
);

-- CreateTable
CREATE TABLE "item_tally" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "item_id" INTEGER NOT NULL,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "item_tally_pkey" PRIMARY KEY ("tenant_id","day","item_id")
);

-- CreateTable. Unlogged: what may not outlast the day is in no write-ahead log, so in no backup and no replica.
CREATE UNLOGGED TABLE "visitor" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "hash" BYTEA NOT NULL,
    "ends_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "visitor_pkey" PRIMARY KEY ("tenant_id","day","hash")
);

-- CreateTable
CREATE UNLOGGED TABLE "visitor_salt" (
    "time_zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,
    "ends_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "visitor_salt_pkey" PRIMARY KEY ("time_zone","day")
);

-- CreateTable
CREATE TABLE "stream_position" (
    "stream" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,

    CONSTRAINT "stream_position_pkey" PRIMARY KEY ("stream")
);

-- CreateIndex
CREATE INDEX "visitor_ends_at_idx" ON "visitor"("ends_at");

-- Everything in the stream is still to be counted.
INSERT INTO "stream_position" VALUES ('visits', '0-0');

-- Days of UTC, whose hours were not kept: noon is on the same day nearly everywhere. The owner of the table
-- is kept out by its policies, too.
ALTER TABLE "daily_tally" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "quarter_tally" ("tenant_id", "quarter", "views", "view_seconds", "scans")
SELECT "tenant_id", ("day" + time '12:00') AT TIME ZONE 'UTC', "views", "view_seconds", "scans" FROM "daily_tally";

-- DropTable
DROP TABLE "daily_tally";

-- Tallies are read and written for one tenant at a time; `app.tenant_id` is set for one transaction.
ALTER TABLE "quarter_tally" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "quarter_tally"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE "code_tally" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "code_tally"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE "item_tally" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "item_tally"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);

-- Those of days that are over are deleted for all tenants at once.
ALTER TABLE "visitor" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "visitor"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_finds_ended" ON "visitor" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "ends_at" < now());
CREATE POLICY "platform_deletes_ended" ON "visitor" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "ends_at" < now());
