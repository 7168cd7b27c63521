-- CreateTable
CREATE TABLE "idempotency_key" (
    "key" TEXT NOT NULL,
    "asked" TEXT NOT NULL,
    "answer" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");
