ALTER TABLE "session" VALIDATE CONSTRAINT "session_tenant_id_user_id_fkey";
