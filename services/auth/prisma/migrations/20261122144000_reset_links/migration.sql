-- CreateTable: every link that was mailed. `password_reset` has the newest of a user's; deleting it there voids all of them.
CREATE TABLE "reset_link" (
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reset_link_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "reset_link_user_id_idx" ON "reset_link"("user_id");

-- AddForeignKey
ALTER TABLE "reset_link" ADD CONSTRAINT "reset_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "password_reset"("user_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The links there are. The new table is open yet.
SELECT set_config('app.platform', 'on', true);
INSERT INTO "reset_link" ("token_hash", "user_id", "expires_at") SELECT "token_hash", "user_id", "expires_at" FROM "password_reset";
SELECT set_config('app.platform', '', true);

-- A process of the version before knows `password_reset` only, so a trigger keeps its links too.
CREATE FUNCTION "keep_reset_link"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO auth.reset_link (token_hash, user_id, expires_at) VALUES (NEW.token_hash, NEW.user_id, NEW.expires_at);
  RETURN NULL;
END $$;
CREATE TRIGGER "keep_reset_link" AFTER INSERT OR UPDATE OF "token_hash" ON "password_reset"
  FOR EACH ROW EXECUTE FUNCTION "keep_reset_link"();

ALTER TABLE "reset_link" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "self" ON "reset_link"
  USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "reset_link" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
