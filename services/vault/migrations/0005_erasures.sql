-- Erased people: sealed at once (individuals.sealed_at), destroyed at shred_at, then certified. An erasure is not
-- undone, and its row is kept.
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
  -- Counts of destroyed rows, and the commitments of the data keys (hex); no personal data.
  destroyed jsonb,
  -- A signed note (C2SP), and the raw Ed25519 key that verifies it.
  certificate text,
  certificate_key_id uuid,
  certificate_public_key bytea,
  PRIMARY KEY (company_id, individual_id),
  CHECK ((shredded_at IS NULL) = (destroyed IS NULL)),
  CHECK (certificate IS NULL OR (
    shredded_at IS NOT NULL AND certificate_key_id IS NOT NULL AND certificate_public_key IS NOT NULL))
);
-- Work of the job.
CREATE INDEX erasures_open ON erasures (shred_at) WHERE certificate IS NULL;

CREATE INDEX erasures_of_company ON erasures (company_id, requested_at DESC, individual_id DESC);

-- External ids of erased people, as handles under the company's index key: they only show that somebody returns. They
-- are kept as long as the erasure and its certificate, which is as long as the company.
CREATE TABLE erased_external_ids (
  company_id bigint NOT NULL,
  key_version integer NOT NULL,
  handle bytea NOT NULL CHECK (octet_length(handle) = 16),
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, key_version, handle, individual_id),
  FOREIGN KEY (company_id, individual_id) REFERENCES erasures
);

SELECT isolate_by_company('erasures', 'erased_external_ids');
REVOKE DELETE ON erasures, erased_external_ids FROM vault_app, vault_all;
REVOKE INSERT, UPDATE ON erasures, erased_external_ids FROM vault_all;
REVOKE UPDATE ON erased_external_ids FROM vault_app;
GRANT SELECT ON erasures TO vault_system;
