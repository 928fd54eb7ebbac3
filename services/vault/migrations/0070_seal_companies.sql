-- Companies that are being ended: until sealed_until no person and no import comes into being for them. By then every
-- process has heard from tenancy that the company is gone, and refuses by itself; a company that was not ended after
-- all is open again without anybody doing anything.
CREATE TABLE sealed_companies (
  company_id bigint PRIMARY KEY CHECK (company_id > 0),
  sealed_until timestamptz NOT NULL
);
ALTER TABLE sealed_companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE sealed_companies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sealed_companies TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON sealed_companies TO vault_all USING (true);
CREATE POLICY system ON sealed_companies TO vault_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON sealed_companies FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE ON sealed_companies TO vault_system;

-- Whoever makes people or imports of a company shares this lock until its end; the seal waits for all of them, and is
-- seen by everybody after it: the table is read after the lock, in a snapshot of its own.
CREATE FUNCTION hold_company(company bigint) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('pii-vault vault company', company));
  IF EXISTS (SELECT FROM sealed_companies s WHERE s.company_id = company AND s.sealed_until > now()) THEN
    RAISE EXCEPTION 'the company is being ended' USING ERRCODE = '55P03', CONSTRAINT = 'company_is_open';
  END IF;
END
$$;

CREATE FUNCTION lock_company(company bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('pii-vault vault company', company))
$$;

CREATE FUNCTION companies_are_open() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM hold_company(w.company_id) FROM (SELECT DISTINCT company_id FROM written ORDER BY company_id) w;
  RETURN NULL;
END
$$;
CREATE TRIGGER made_in_open_company AFTER INSERT ON individuals
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION companies_are_open();
CREATE TRIGGER made_in_open_company AFTER INSERT ON imports
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION companies_are_open();
