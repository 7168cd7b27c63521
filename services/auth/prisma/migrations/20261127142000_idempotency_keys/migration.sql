-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "asked" TEXT NOT NULL,
    "answer" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id", "key")
);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- A person's keys are their own, in whichever restaurant; the sweep sees and deletes those of all, once they are old.
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "self" ON "idempotency_key"
  USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid);
CREATE POLICY "sweep_finds" ON "idempotency_key" FOR SELECT
  USING (current_setting('app.platform', true) = 'on' AND "created_at" < now() - interval '24 hours');
CREATE POLICY "sweep" ON "idempotency_key" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "created_at" < now() - interval '24 hours');
