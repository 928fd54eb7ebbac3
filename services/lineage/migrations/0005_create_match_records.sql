CREATE SEQUENCE match_record_id;
GRANT USAGE ON SEQUENCE match_record_id TO lineage_system;

-- What lineage holds of a person in a space: pseudonymised personal data, no value and no key.
CREATE TABLE match_records (
  company_id bigint NOT NULL,
  space_id integer NOT NULL,
  individual_id bigint NOT NULL,
  record_id bigint NOT NULL DEFAULT nextval('match_record_id') UNIQUE,
  version bigint NOT NULL,
  -- Handles and tokens by slot, 64 bits each, zeros where missing: scoring/feature-columns.ts, words little-endian.
  keys bytea NOT NULL,
  -- IV, three filters and hints under AES-256-GCM with lineage's store key (matching/sealed-filters.ts).
  sealed bytea NOT NULL,
  store_key_version integer NOT NULL,
  PRIMARY KEY (company_id, space_id, individual_id)
);
ALTER TABLE match_records ALTER COLUMN keys SET STORAGE PLAIN, ALTER COLUMN sealed SET STORAGE PLAIN;
CREATE INDEX match_records_space ON match_records (space_id, record_id);

-- Buckets: one row per key of a record. No two spaces share a key: another scope or key version has another PRF key,
-- another encoding another label.
CREATE TABLE match_tokens (
  company_id bigint NOT NULL,
  token bigint NOT NULL,
  record_id bigint NOT NULL
);
CREATE INDEX match_tokens_bucket ON match_tokens (token);

-- Keys that more records share than their kind's cap: they join nobody, and as a handle count as missing.
CREATE TABLE match_hot_tokens (
  space_id integer NOT NULL,
  token bigint NOT NULL,
  slot smallint NOT NULL,
  PRIMARY KEY (space_id, token)
);

-- Keys that a record lost: whether a hot one has cooled is looked at under the lock of its space.
CREATE TABLE match_removed_tokens (
  space_id integer NOT NULL,
  token bigint NOT NULL
);
CREATE INDEX match_removed_tokens_space ON match_removed_tokens (space_id);

-- Records to be matched again from the features that are held: a bucket crossed its cap, a model or encoding came.
CREATE TABLE match_again (
  space_id integer NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (space_id, record_id)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['match_records', 'match_tokens', 'match_hot_tokens', 'match_removed_tokens', 'match_again'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
