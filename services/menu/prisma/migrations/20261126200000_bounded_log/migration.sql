-- AlterTable: what is there is measured when the log is pruned or read. A column without a default rewrites no rows.
ALTER TABLE "menu_change" ADD COLUMN     "bytes" INTEGER;

-- AlterTable: the logs that are there were bounded by their compressed size, so all of them are due.
ALTER TABLE "menu_version" ADD COLUMN     "log_growth" BIGINT NOT NULL DEFAULT 1000000;
ALTER TABLE "menu_version" ALTER COLUMN "log_growth" SET DEFAULT 0;

-- The sweep finds the logs that are due without reading all versions.
CREATE INDEX "menu_version_log_due_idx" ON "menu_version"("log_growth") WHERE "log_growth" >= 1000000;

-- Triggers see every change that is logged, also by an older release.
CREATE FUNCTION measure_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.bytes := coalesce(octet_length(NEW.before::text), 0) + coalesce(octet_length(NEW.after::text), 0);
  RETURN NEW;
END
$$;

CREATE TRIGGER measured BEFORE INSERT OR UPDATE ON "menu_change" FOR EACH ROW EXECUTE FUNCTION measure_change();

-- Both bounds of the log in one number: 20,000 changes of 1,000 bytes are 20,000,000 bytes.
CREATE FUNCTION count_log_growth() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  own record;
BEGIN
  FOR own IN SELECT tenant_id, sum(greatest(bytes, 1000)) AS growth FROM logged GROUP BY tenant_id LOOP
    UPDATE menu_version SET log_growth = log_growth + own.growth WHERE tenant_id = own.tenant_id;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER counted AFTER INSERT ON "menu_change" REFERENCING NEW TABLE AS logged
  FOR EACH STATEMENT EXECUTE FUNCTION count_log_growth();
