-- A person who is erased: sealed at once (individuals.sealed_at), destroyed when shred_at has come, then certified.
CREATE TABLE erasures (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  -- When the person's data key and rows are destroyed.
  shred_at timestamptz(3) NOT NULL,
  -- Why, encrypted under the company's text key.
  reason_key_version integer NOT NULL,
  reason bytea NOT NULL,
  shredded_at timestamptz(3),
  -- What was destroyed: counts, and the commitments of the data keys (hex). Nothing about the person.
  destroyed jsonb,
  -- A signed note (C2SP), and the raw Ed25519 key that verifies it.
  certificate text,
  certificate_key_id uuid,
  certificate_public_key bytea,
  PRIMARY KEY (company_id, individual_id),
  CHECK ((shredded_at IS NULL) = (destroyed IS NULL)),
  CHECK (certificate IS NULL OR (shredded_at IS NOT NULL AND certificate_key_id IS NOT NULL AND certificate_public_key IS NOT NULL))
);
-- What the job still has to do.
CREATE INDEX erasures_open ON erasures (shred_at) WHERE certificate IS NULL;

ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON erasures TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON erasures TO vault_all USING (true);
CREATE POLICY system ON erasures TO vault_system USING (true);
-- An erasure is never undone and never forgotten.
REVOKE DELETE ON erasures FROM vault_app, vault_all;
REVOKE INSERT, UPDATE ON erasures FROM vault_all;
GRANT SELECT ON erasures TO vault_system;

-- Values whose retention ends are looked up by this time.
CREATE INDEX pii_fields_to_expire ON pii_fields (retention_expiry) WHERE state = 1 AND retention_expiry IS NOT NULL;
