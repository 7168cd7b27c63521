-- AlterTable
ALTER TABLE "beta_application" ADD COLUMN     "note" TEXT,
ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reviewed_by" TEXT,
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'new',
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "beta_application" ADD CONSTRAINT "beta_application_status_check" CHECK ("status" IN ('new', 'accepted', 'declined'));

-- CreateIndex
CREATE INDEX "beta_application_status_id_idx" ON "beta_application"("status", "id");

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID NOT NULL,
    "actor_email" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_name" TEXT NOT NULL,
    "reason" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_outcome" (
    "entry_id" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL CHECK ("outcome" IN ('done', 'refused')),
    "before" JSONB,
    "after" JSONB,
    "refusal" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_outcome_pkey" PRIMARY KEY ("entry_id")
);

-- CreateIndex
CREATE INDEX "audit_entry_subject_id_id_idx" ON "audit_entry"("subject_id", "id");

-- AddForeignKey
ALTER TABLE "audit_outcome" ADD CONSTRAINT "audit_outcome_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entry"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What was written stays: the service may add to the log and read it.
REVOKE UPDATE, DELETE ON "audit_entry", "audit_outcome" FROM "admin_app";

-- Nor does a later migration rewrite it by mistake, which runs as the tables' owner.
CREATE FUNCTION "keep_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "keep_audit" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit"();
CREATE TRIGGER "keep_audit" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_outcome"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit"();
