-- DropIndex
DROP INDEX "user_tenant_id_idx";

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "tenant_id" UUID,
    "device" TEXT NOT NULL,
    "is_remembered" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_seq" BIGINT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "session_end_seq_key" ON "session"("end_seq");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_tenant_id_idx" ON "session"("tenant_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "user_tenant_id_id_key" ON "user"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "user"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The ends of sessions, numbered.
CREATE SEQUENCE "session_end_seq";

-- A session is seen and written by its user (`app.user_id`, set for one transaction like `app.tenant_id`) and in the name of
-- the user's restaurant; an admin without one has the first way only. Reading across tenants is for the list of ended
-- sessions, deleting for what expired long ago.
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "session"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "self" ON "session"
  USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "session" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "sweep" ON "session" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now() - interval '1 day');

-- A user sees and changes the own account, with a restaurant or without.
CREATE POLICY "self_reads" ON "user" FOR SELECT
  USING ("id" = nullif(current_setting('app.user_id', true), '')::uuid);
CREATE POLICY "self_changes" ON "user" FOR UPDATE
  USING ("id" = nullif(current_setting('app.user_id', true), '')::uuid);
