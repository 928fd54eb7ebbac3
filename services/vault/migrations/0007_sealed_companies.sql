-- Companies that are being deleted: until sealed_until they get no new person and no import
-- (functions/hold_company.sql). By then every process knows from tenancy that the company is deleted, and refuses by
-- itself. A company that was not deleted after all is open again by then.
CREATE TABLE sealed_companies (
  company_id bigint PRIMARY KEY CHECK (company_id > 0),
  sealed_until timestamptz NOT NULL
);
SELECT isolate_by_company('sealed_companies');
REVOKE INSERT, UPDATE, DELETE ON sealed_companies FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE ON sealed_companies TO vault_system;
