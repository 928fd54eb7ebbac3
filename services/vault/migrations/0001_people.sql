-- People of companies. Ids come from sequences, in blocks that a process reserves before it encrypts, because an id is
-- bound into the ciphertexts: gaps are normal.
CREATE SEQUENCE individual_ids INCREMENT BY 32;
CREATE SEQUENCE field_ids INCREMENT BY 256;

-- Rows of erased people are kept as tombstones.
CREATE TABLE individuals (
  company_id bigint NOT NULL CHECK (company_id > 0),
  id bigint NOT NULL CHECK (id > 0),
  master_key uuid NOT NULL,
  quality smallint NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 100),
  completeness smallint NOT NULL DEFAULT 0 CHECK (completeness BETWEEN 0 AND 100),
  -- Increases by one per change of the person; events and match features contain it.
  record_version bigint NOT NULL DEFAULT 1,
  -- Bit (1 << field type code) per active field, so that lists need no second table.
  type_mask integer NOT NULL DEFAULT 0,
  -- Of the one data key that reads; 0 before the first field.
  data_key_version integer NOT NULL DEFAULT 0,
  -- Milliseconds, so that a list's cursor in JavaScript has the exact value.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  sealed_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX individuals_master_key ON individuals (company_id, master_key);
CREATE INDEX individuals_by_quality ON individuals (company_id, quality, id);
-- People by their last change within a quality band: a list of one band is read in this order however few it has, and a
-- list of all bands merges three. The bands are those of figures and filters: 2 = high, 1 = medium, 0 = low. No index
-- has all people in this order, so that a change of a person writes one index less.
CREATE INDEX individuals_by_band ON individuals
  (company_id, (CASE WHEN quality >= 90 THEN 2 WHEN quality >= 70 THEN 1 ELSE 0 END), updated_at, id)
  INCLUDE (quality, sealed_at);

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

-- One row per version of a field; id names the field over all its versions.
CREATE TABLE pii_fields (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  -- 11: nominee of the person (DPDP Act, 2023, s.14). It is not listed: individuals.type_mask has no bit for it.
  field_type smallint NOT NULL CHECK (field_type BETWEEN 1 AND 11),
  version integer NOT NULL CHECK (version > 0),
  id bigint NOT NULL,
  -- 1 active, 2 superseded by a correction, 3 sealed by a deletion
  state smallint NOT NULL DEFAULT 1 CHECK (state IN (1, 2, 3)),
  -- First entry of consents that covers the field.
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
-- An id below 10^15 is from the sequence. A higher one contains the person and the type (ids/field-id.ts), so the
-- primary key finds its field.
CREATE INDEX pii_fields_by_id ON pii_fields (id) WHERE id < 1000000000000000;
CREATE INDEX pii_fields_to_shred ON pii_fields (shred_at) WHERE shred_at IS NOT NULL;
CREATE INDEX pii_fields_to_expire ON pii_fields (retention_expiry) WHERE state = 1 AND retention_expiry IS NOT NULL;
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

-- Blind index. slot is the individual for most types, and 0 for the external id, which makes it unique per company.
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
-- Does not begin with company_id, so that the planner does not use it for a lookup by handle before there are
-- statistics.
CREATE INDEX search_index_by_individual ON search_index (individual_id, company_id);

-- Consents and withdrawals. A consent is per person, field and purpose: every entry about a field's type from the
-- field's consent_seq on covers the field, and a further purpose adds to the earlier ones. seq counts per person under
-- the person's lock, so that the order of entries is the order of numbers. Entries are appended and not changed; they
-- are deleted with the whole person.
CREATE TABLE consents (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  is_withdrawal boolean NOT NULL DEFAULT false,
  purpose text NOT NULL CHECK (purpose ~ '^[a-z0-9_-]{1,50}$'),
  also_for text[] NOT NULL DEFAULT '{}',
  given_at timestamptz NOT NULL,
  -- The caller stated the date, so that it can end an earlier withdrawal.
  is_dated boolean NOT NULL DEFAULT false,
  notice_version text,
  language text,
  channel text,
  expires_at timestamptz,
  -- Field types that the entry is limited to, as a mask; 0 = all.
  type_mask integer NOT NULL DEFAULT 0,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, individual_id, seq)
);

SELECT isolate_by_company('individuals', 'data_keys', 'pii_fields', 'field_contexts', 'search_index', 'consents');
-- A super_admin writes as one company; only reads are over all.
REVOKE INSERT, UPDATE, DELETE ON individuals, data_keys, pii_fields, field_contexts, search_index, consents FROM
  vault_all;
REVOKE UPDATE ON consents FROM vault_app;
REVOKE DELETE ON individuals FROM vault_app;
-- Jobs look for due shreds and compute figures. All other work they do as one company under row-level security.
GRANT SELECT ON individuals, pii_fields, data_keys TO vault_system;

-- Statistics that lead to a lookup by key. Without any, the planner expects 0.5 % of a table for a company, squared if
-- a policy and a statement both name it, and reads a whole company through any index that begins with company_id. The
-- same happens after ANALYZE for a company that it has not seen. So any company has half of the table, and ANALYZE
-- keeps it (STATISTICS 0); it replaces the other columns' values.
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT c.relname AS tab, a.attname AS name, CASE a.attname WHEN 'company_id' THEN 2 ELSE -0.2 END::real AS n_distinct
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.oid IN ('individuals'::regclass, 'data_keys'::regclass, 'consents'::regclass, 'pii_fields'::regclass,
        'field_contexts'::regclass, 'search_index'::regclass)
      AND (a.attname IN ('company_id', 'individual_id', 'handle') OR (a.attname = 'id' AND c.relname = 'individuals'))
  LOOP
    PERFORM pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', col.tab::text,
      'attname', col.name::text, 'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', col.n_distinct);
    IF col.name = 'company_id' THEN
      EXECUTE format('ALTER TABLE %I ALTER COLUMN company_id SET STATISTICS 0', col.tab);
    END IF;
  END LOOP;
END $$;
