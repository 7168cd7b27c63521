-- CreateTable: requests to change the address of an account. The newest of a user counts; earlier ones are kept for the limit on mail.
CREATE TABLE "email_change" (
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_change_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "email_change_user_id_idx" ON "email_change"("user_id");

-- CreateIndex
CREATE INDEX "email_change_expires_at_idx" ON "email_change"("expires_at");

-- AddForeignKey
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Written in the user's own name; found by its token before it is known whose it is; swept away once it has expired.
ALTER TABLE "email_change" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "self" ON "email_change"
  USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "email_change" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "sweep" ON "email_change" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now() - interval '1 day');
