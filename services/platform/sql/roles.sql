-- Makes the roles and the schema of one service. Idempotent; several processes may run it at once.
-- Read by services/platform/src/postgres/provision.ts; with psql:
--   SELECT set_config('provision.service', 'vault', false),
--          set_config('provision.app_password', …, false), set_config('provision.system_password', …, false);
--   \i roles.sql
-- Roles: <svc>_owner (no login) runs migrations; <svc>_app serves requests under row-level security;
-- <svc>_all (no login) is what _app switches to for a super_admin, by SET only: were it inherited, its policies
-- would hold for _app too; <svc>_system is for relay, jobs and consumers that work over companies.
DO $provision$
DECLARE
  svc text := current_setting('provision.service');
  role_owner text := svc || '_owner';
  role_app text := svc || '_app';
  role_all text := svc || '_all';
  role_system text := svc || '_system';
  role text;
BEGIN
  IF svc !~ '^[a-z][a-z_]{0,40}$' THEN
    RAISE EXCEPTION 'provision.service is not a service name';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('pii-vault provision'));

  FOREACH role IN ARRAY ARRAY[role_owner, role_app, role_all, role_system] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- made meanwhile through another database of this server, which the lock does not cover
    END;
  END LOOP;
  EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L NOCREATEDB NOCREATEROLE', role_app, current_setting('provision.app_password'));
  EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L NOCREATEDB NOCREATEROLE', role_system, current_setting('provision.system_password'));
  EXECUTE format('GRANT %I TO %I WITH INHERIT FALSE, SET TRUE, ADMIN FALSE', role_all, role_app);
  EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT TRUE, SET TRUE', role_owner);

  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', role_app, '15s');
  EXECUTE format('ALTER ROLE %I SET lock_timeout = %L', role_app, '5s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', role_app, '60s');
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', role_system, '60s');
  EXECUTE format('ALTER ROLE %I SET lock_timeout = %L', role_system, '10s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', role_system, '120s');
  FOREACH role IN ARRAY ARRAY[role_owner, role_app, role_system] LOOP
    EXECUTE format('ALTER ROLE %I SET search_path = %I', role, svc);
  END LOOP;

  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I, %I', current_database(), role_app, role_system);
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', svc, role_owner);
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I, %I, %I', svc, role_app, role_all, role_system);
  -- TRUNCATE, REFERENCES, TRIGGER and MAINTAIN are never granted; PUBLIC gets nothing, not even functions.
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I REVOKE ALL ON FUNCTIONS FROM PUBLIC', role_owner);
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I, %I',
    role_owner, svc, role_app, role_all);
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT USAGE, SELECT ON SEQUENCES TO %I, %I, %I',
    role_owner, svc, role_app, role_all, role_system);
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT EXECUTE ON FUNCTIONS TO %I, %I, %I',
    role_owner, svc, role_app, role_all, role_system);

  CREATE SCHEMA IF NOT EXISTS app;
  EXECUTE format('GRANT USAGE ON SCHEMA app TO %I, %I, %I, %I', role_owner, role_app, role_all, role_system);
  -- The companies of the transaction's scope; after the transaction the setting reads '', hence nullif.
  CREATE OR REPLACE FUNCTION app.companies() RETURNS bigint[]
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT coalesce(nullif(current_setting('app.companies', true), '')::bigint[], '{}'::bigint[]) $$;
  EXECUTE format('GRANT EXECUTE ON FUNCTION app.companies() TO %I, %I, %I, %I', role_owner, role_app, role_all, role_system);
END
$provision$;
