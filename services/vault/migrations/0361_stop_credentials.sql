-- Credentials that lineage stopped for probing another company's people, as written_by names them ('client:pvc_…',
-- 'user:11'). changed_at is lineage's time: an older event changes nothing.
CREATE TABLE stopped_credentials (
  company_id bigint NOT NULL CHECK (company_id > 0),
  credential text NOT NULL,
  is_stopped boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, credential)
);
CREATE INDEX stopped_credentials_stopped ON stopped_credentials (company_id, credential) WHERE is_stopped;
ALTER TABLE stopped_credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE stopped_credentials FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON stopped_credentials TO vault_system USING (true);
REVOKE ALL ON stopped_credentials FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE ON stopped_credentials TO vault_system;
