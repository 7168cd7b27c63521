-- CreateTable
CREATE TABLE "menu_version" (
    "tenant_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "menu_version_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item" (
    "id" SERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "category_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "price" DECIMAL(10,2) NOT NULL,
    "is_available" BOOLEAN NOT NULL DEFAULT true,
    "is_popular" BOOLEAN NOT NULL DEFAULT false,
    "is_featured" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "category_tenant_id_position_id_idx" ON "category"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "category_tenant_id_id_key" ON "category"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "item_tenant_id_position_id_idx" ON "item"("tenant_id", "position", "id");

-- CreateIndex
CREATE INDEX "item_tenant_id_category_id_idx" ON "item"("tenant_id", "category_id");

-- AddForeignKey
ALTER TABLE "item" ADD CONSTRAINT "item_tenant_id_category_id_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "category"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A row is seen and written by its own tenant only; `app.tenant_id` is set for one transaction. The platform's figures
-- count across tenants: they say so with `app.platform`, which opens reading and nothing else.
ALTER TABLE "menu_version" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "menu_version"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "menu_version" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');

ALTER TABLE "category" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "category"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "category" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');

ALTER TABLE "item" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "own" ON "item"
  USING ("tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid);
CREATE POLICY "platform_reads" ON "item" FOR SELECT
  USING (current_setting('app.platform', true) = 'on');
