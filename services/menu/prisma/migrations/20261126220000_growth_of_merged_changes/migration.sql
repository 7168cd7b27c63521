-- A write that changes a row twice has one change of it, which grows: PostgreSQL calls that an update.
CREATE FUNCTION count_merged_growth() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT tenant_id, sum(growth) AS growth FROM (
      SELECT tenant_id, greatest(bytes, 1000) AS growth FROM later
      UNION ALL SELECT tenant_id, -greatest(bytes, 1000) FROM earlier
    ) AS merged
    GROUP BY tenant_id HAVING sum(growth) > 0
  LOOP
    UPDATE menu_version SET log_growth = log_growth + own.growth WHERE tenant_id = own.tenant_id;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER merged AFTER UPDATE ON "menu_change" REFERENCING OLD TABLE AS earlier NEW TABLE AS later
  FOR EACH STATEMENT EXECUTE FUNCTION count_merged_growth();
