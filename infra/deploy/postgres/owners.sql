-- The boundary between the services, as PostgreSQL enforces it. Run once for every owner, by a role that may create roles;
-- running it again changes nothing. {{owner}} is the name of a service that owns data.
--
--   {{owner}}_owner  owns the schema and its tables, runs the migrations, cannot log in
--   {{owner}}_app    what the service connects as: reads and writes rows, no more, and never outside its schema

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{owner}}_owner') THEN
    CREATE ROLE {{owner}}_owner NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{owner}}_app') THEN
    CREATE ROLE {{owner}}_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
  END IF;
END
$$;

GRANT {{owner}}_owner TO CURRENT_USER WITH SET TRUE;

CREATE SCHEMA IF NOT EXISTS {{owner}} AUTHORIZATION {{owner}}_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA {{owner}} TO {{owner}}_app;

ALTER ROLE {{owner}}_app SET search_path = {{owner}};

ALTER DEFAULT PRIVILEGES FOR ROLE {{owner}}_owner IN SCHEMA {{owner}}
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {{owner}}_app;
ALTER DEFAULT PRIVILEGES FOR ROLE {{owner}}_owner IN SCHEMA {{owner}}
  GRANT USAGE, SELECT ON SEQUENCES TO {{owner}}_app;
