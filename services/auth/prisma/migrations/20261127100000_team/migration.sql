-- CreateTable: its row-level security comes with its first rows, in the next migration.
CREATE TABLE "membership" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "may_declare" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "membership_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "email" TEXT,
    "email_key" TEXT,
    "role" TEXT NOT NULL,
    "may_declare" BOOLEAN NOT NULL DEFAULT false,
    "token_hash" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "inviter_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "kitchen_device" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "pin_hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_unlocked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "kitchen_device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "former_session" (
    "id" UUID NOT NULL,
    "end_seq" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "former_session_end_seq_key" ON "former_session"("end_seq");

-- CreateIndex
CREATE INDEX "former_session_expires_at_idx" ON "former_session"("expires_at");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_tenant_id_idx" ON "invitation"("tenant_id");

-- CreateIndex
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "kitchen_device_key_hash_key" ON "kitchen_device"("key_hash");

-- CreateIndex
CREATE INDEX "kitchen_device_tenant_id_user_id_idx" ON "kitchen_device"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "kitchen_device_expires_at_idx" ON "kitchen_device"("expires_at");

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "kitchen_device" ADD CONSTRAINT "kitchen_device_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "membership"("tenant_id", "user_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The auth of the release before inserts and deletes users alone: whoever it signs up is a member of the restaurant, and whoever it
-- deletes is one no more. A person who works elsewhere, too, is kept by the foreign key.
CREATE FUNCTION "keep_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO auth.membership (tenant_id, user_id, role)
    VALUES (NEW.tenant_id, NEW.id, CASE NEW.role WHEN 'admin' THEN 'owner' ELSE NEW.role END) ON CONFLICT DO NOTHING;
    RETURN NEW;
  END IF;
  DELETE FROM auth.membership WHERE tenant_id = OLD.tenant_id AND user_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER "keep_first_membership" AFTER INSERT ON "user"
  FOR EACH ROW WHEN (NEW."tenant_id" IS NOT NULL) EXECUTE FUNCTION "keep_membership"();
CREATE TRIGGER "drop_membership" BEFORE DELETE ON "user"
  FOR EACH ROW WHEN (OLD."tenant_id" IS NOT NULL) EXECUTE FUNCTION "keep_membership"();

-- AlterTable: after the tables above, as a sign-up writes them in this order and would wait for this one otherwise.
ALTER TABLE "session" ADD COLUMN     "family" UUID,
ADD COLUMN     "kitchen_device_id" UUID;

-- CreateIndex
CREATE INDEX "session_kitchen_device_id_idx" ON "session"("kitchen_device_id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_kitchen_device_id_fkey" FOREIGN KEY ("kitchen_device_id") REFERENCES "kitchen_device"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Both are the restaurant's own; they are found by a token or a key before it is known whose it is, and swept away once they have
-- expired.
ALTER TABLE "invitation" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "invitation"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "invitation" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "sweep" ON "invitation" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now() - interval '1 day');

ALTER TABLE "kitchen_device" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "kitchen_device"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "kitchen_device" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "sweep" ON "kitchen_device" FOR DELETE
  USING (current_setting('app.platform', true) = 'on' AND "expires_at" < now() - interval '1 day');
