-- AlterTable: what is there has been told long ago, so nobody is to find it among what was just changed.
ALTER TABLE "tenant" ADD COLUMN     "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "tenant" ALTER COLUMN "changed_at" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "tenant_changed_at_idx" ON "tenant"("changed_at");

-- Prisma would say the writing process's time; this is the database's, whoever writes.
CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER "note_change" BEFORE INSERT OR UPDATE OF "version" ON "tenant"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
