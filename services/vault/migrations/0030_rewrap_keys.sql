-- Moving what a company's field key wraps (data keys, import keys) from retiring versions to the active one.
-- One row per company, from its first rotation on.
CREATE TABLE field_key_rewraps (
  company_id bigint PRIMARY KEY CHECK (company_id > 0),
  -- What everything is moved to.
  active_version integer NOT NULL CHECK (active_version > 0),
  -- Nothing wrapped under an older version is stored any more; the triggers below hold every writer to it.
  lowest_version integer NOT NULL DEFAULT 1 CHECK (lowest_version BETWEEN 1 AND active_version),
  noticed_at timestamptz NOT NULL DEFAULT now(),
  -- When nothing was found under an older version for the first time.
  emptied_at timestamptz,
  -- Keys moved since noticed_at.
  moved bigint NOT NULL DEFAULT 0,
  finished_at timestamptz,
  -- Until then nobody need look again; one process works on a company until its lease ends.
  due_at timestamptz NOT NULL DEFAULT now(),
  lease_holder uuid,
  lease_expires_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX field_key_rewraps_open ON field_key_rewraps (due_at) WHERE finished_at IS NULL;

ALTER TABLE field_key_rewraps ENABLE ROW LEVEL SECURITY;
ALTER TABLE field_key_rewraps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON field_key_rewraps TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON field_key_rewraps TO vault_all USING (true);
CREATE POLICY system ON field_key_rewraps TO vault_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON field_key_rewraps FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE ON field_key_rewraps TO vault_system;
-- A chunk is counted and its lease prolonged in the transaction that moves it.
GRANT UPDATE (moved, lease_expires_at) ON field_key_rewraps TO vault_app;

-- Keeps every live field-key version of the company live until the transaction ends: a version is retired only
-- after lock_field_keys has been granted and nothing was found under it. An advisory lock, because writers share
-- it and a row lock would write a row per writer.
-- True, so that it can stand in a WHERE.
CREATE FUNCTION hold_field_keys(company bigint) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('pii-vault vault field keys', company)) IS NOT NULL
$$;

-- Waits for everyone who holds them, then keeps them out until the transaction ends.
CREATE FUNCTION lock_field_keys(company bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('pii-vault vault field keys', company))
$$;

-- Refuses a wrap under a version that is being retired. The row is read after the lock, in a snapshot of its own,
-- so a writer either is seen by the last count or sees the new lowest version.
CREATE FUNCTION require_active_field_key(company bigint, version integer) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM hold_field_keys(company);
  IF EXISTS (SELECT FROM field_key_rewraps r WHERE r.company_id = company AND r.lowest_version > version) THEN
    RAISE EXCEPTION 'the field key version is not active any more'
      USING ERRCODE = '40001', CONSTRAINT = 'field_key_is_active';
  END IF;
END
$$;

CREATE FUNCTION data_keys_are_active() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM require_active_field_key(w.company_id, w.version)
  FROM (SELECT company_id, min(field_key_version) AS version FROM written GROUP BY company_id ORDER BY company_id) w;
  RETURN NULL;
END
$$;
CREATE TRIGGER inserted_under_active AFTER INSERT ON data_keys
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION data_keys_are_active();
CREATE TRIGGER updated_under_active AFTER UPDATE ON data_keys
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION data_keys_are_active();

CREATE FUNCTION import_key_is_active() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM require_active_field_key(NEW.company_id, NEW.field_key_version);
  RETURN NULL;
END
$$;
CREATE TRIGGER wrapped_under_active AFTER INSERT OR UPDATE OF field_key_version ON imports
  FOR EACH ROW WHEN (NEW.field_key_version IS NOT NULL) EXECUTE FUNCTION import_key_is_active();
