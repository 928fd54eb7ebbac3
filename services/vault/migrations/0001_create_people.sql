-- People of companies. Ids come from one sequence, in blocks that a process reserves before it encrypts,
-- because an id is bound into the ciphertexts: a gap is normal.
CREATE SEQUENCE individual_ids INCREMENT BY 32;
CREATE SEQUENCE field_ids INCREMENT BY 256;

CREATE TABLE individuals (
  company_id bigint NOT NULL CHECK (company_id > 0),
  id bigint NOT NULL CHECK (id > 0),
  master_key uuid NOT NULL,
  quality smallint NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 100),
  completeness smallint NOT NULL DEFAULT 0 CHECK (completeness BETWEEN 0 AND 100),
  -- Grows by one per change of the person; events and match features carry it.
  record_version bigint NOT NULL DEFAULT 1,
  -- Bit (1 << field type code) per active field, so that lists need no second table.
  type_mask integer NOT NULL DEFAULT 0,
  -- Of the one data key that reads; 0 before the first field.
  data_key_version integer NOT NULL DEFAULT 0,
  -- Milliseconds, so that a list's cursor, which passes through JavaScript, names the exact value.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  sealed_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX individuals_master_key ON individuals (company_id, master_key);
CREATE INDEX individuals_by_quality ON individuals (company_id, quality, id);
CREATE INDEX individuals_by_update ON individuals (company_id, updated_at, id);

-- The wrap is 60 bytes; a field key version is rewrapped by replacing (field_key_version, wrapped, commitment).
CREATE TABLE data_keys (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  field_key_version integer NOT NULL CHECK (field_key_version > 0),
  wrapped bytea NOT NULL CHECK (octet_length(wrapped) = 60),
  commitment bytea NOT NULL CHECK (octet_length(commitment) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, individual_id, version)
);
CREATE INDEX data_keys_by_field_key ON data_keys (company_id, field_key_version);

-- seq counts per person, under the person's lock, so that "recorded before" is a comparison of numbers.
CREATE TABLE consents (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  is_withdrawal boolean NOT NULL DEFAULT false,
  purpose text NOT NULL CHECK (purpose ~ '^[a-z0-9_-]{1,50}$'),
  also_for text[] NOT NULL DEFAULT '{}',
  given_at timestamptz NOT NULL,
  notice_version text,
  language text,
  channel text,
  expires_at timestamptz,
  -- Field types that a withdrawal is limited to, as a mask; 0 = all.
  type_mask integer NOT NULL DEFAULT 0,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, individual_id, seq)
);

-- One row per version of a field; id names the field over all its versions.
CREATE TABLE pii_fields (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  field_type smallint NOT NULL CHECK (field_type BETWEEN 1 AND 10),
  version integer NOT NULL CHECK (version > 0),
  id bigint NOT NULL,
  -- 1 active, 2 superseded by a correction, 3 sealed by a deletion
  state smallint NOT NULL DEFAULT 1 CHECK (state IN (1, 2, 3)),
  consent_seq integer NOT NULL,
  value_mac bytea NOT NULL CHECK (octet_length(value_mac) = 16),
  ciphertext bytea NOT NULL,
  retention_expiry timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- When a sealed version is destroyed by re-keying the person.
  shred_at timestamptz,
  PRIMARY KEY (company_id, individual_id, field_type, version)
);
CREATE INDEX pii_fields_by_id ON pii_fields (id);
CREATE INDEX pii_fields_to_shred ON pii_fields (shred_at) WHERE shred_at IS NOT NULL;
-- Ciphertext does not compress.
ALTER TABLE pii_fields ALTER COLUMN ciphertext SET STORAGE EXTERNAL;

-- sourceContext of a field version, encrypted under the company's text key.
CREATE TABLE field_contexts (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  field_type smallint NOT NULL,
  version integer NOT NULL,
  text_key_version integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (company_id, individual_id, field_type, version)
);

-- Blind index. slot is the individual for most types, and 0 for the external id, which so is unique per company.
CREATE TABLE search_index (
  company_id bigint NOT NULL,
  field_type smallint NOT NULL,
  key_version integer NOT NULL,
  handle bytea NOT NULL CHECK (octet_length(handle) = 16),
  slot bigint NOT NULL,
  individual_id bigint NOT NULL,
  normaliser_version smallint NOT NULL,
  PRIMARY KEY (company_id, field_type, key_version, handle, slot),
  CHECK (slot = CASE WHEN field_type = 10 THEN 0 ELSE individual_id END)
);
-- Not led by company_id, so that the planner, before there are statistics, cannot take it for a lookup by handle.
CREATE INDEX search_index_by_individual ON search_index (individual_id, company_id);

DO $security$
DECLARE
  tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['individuals', 'data_keys', 'consents', 'pii_fields', 'field_contexts', 'search_index'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tab);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tab);
    EXECUTE format('CREATE POLICY tenant ON %I TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]))', tab);
    EXECUTE format('CREATE POLICY all_companies ON %I TO vault_all USING (true)', tab);
    EXECUTE format('CREATE POLICY system ON %I TO vault_system USING (true)', tab);
    -- A super_admin writes as one company; only reading goes over all.
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM vault_all', tab);
  END LOOP;
END
$security$;

-- Consent is appended to, never rewritten; it goes only with the whole person.
REVOKE UPDATE ON consents FROM vault_app;
-- Person rows stay as tombstones.
REVOKE DELETE ON individuals FROM vault_app;
-- Jobs: due shreds and figures. Everything else they do as one company under row-level security.
GRANT SELECT ON individuals, pii_fields, data_keys TO vault_system;

-- Statistics before the first ANALYZE: without any the planner takes a company for 0.5 % of a table, squared when
-- both a policy and a statement name it, and so reads a whole company through any index that starts with
-- company_id instead of looking up a key. ANALYZE replaces them.
DO $statistics$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT a.attrelid::regclass::text AS tab, a.attname AS name,
      CASE a.attname WHEN 'company_id' THEN 2 ELSE -0.2 END::real AS distinct_values
    FROM pg_attribute a
    WHERE a.attrelid IN ('individuals'::regclass, 'data_keys'::regclass, 'consents'::regclass, 'pii_fields'::regclass,
        'field_contexts'::regclass, 'search_index'::regclass)
      AND (a.attname IN ('company_id', 'individual_id', 'handle') OR (a.attname = 'id' AND a.attrelid = 'individuals'::regclass))
  LOOP
    PERFORM pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', col.tab, 'attname', col.name::text,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', col.distinct_values);
  END LOOP;
END
$statistics$;
