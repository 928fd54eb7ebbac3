-- Records to match: one row per record, however often it changed. Claimed for a while by one worker.
CREATE TABLE match_queue (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  version bigint NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (company_id, individual_id)
);
CREATE INDEX match_queue_claim ON match_queue (claimed_until, queued_at);

-- What lineage knows of a record in a scope (intra:<company> or cross:<agreement>): which version it pulled.
CREATE TABLE match_records (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  individual_id bigint NOT NULL,
  version bigint NOT NULL,
  key_version integer NOT NULL,
  normaliser_version integer NOT NULL,
  matched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, scope, individual_id)
);

-- Identifier handles: 128 bits of a keyed MAC that the vault made. No plaintext, and no key to make one.
CREATE TABLE match_tokens (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  individual_id bigint NOT NULL,
  field_type text NOT NULL,
  handle bytea NOT NULL CHECK (octet_length(handle) = 16),
  PRIMARY KEY (company_id, scope, individual_id, field_type)
);
CREATE INDEX match_tokens_bucket ON match_tokens (scope, field_type, handle, company_id, individual_id);

-- Linking agreements as tenancy last told of them, and how far each company's back-fill has come.
CREATE TABLE agreement_scopes (
  agreement_id bigint NOT NULL,
  company_id bigint NOT NULL,
  other_company_id bigint NOT NULL,
  -- Last individual whose features were pulled; null when the back-fill is done.
  backfill_after bigint,
  PRIMARY KEY (company_id, agreement_id)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['match_queue', 'match_records', 'match_tokens', 'agreement_scopes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    -- Matching is work without a user: requests never touch these tables.
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
