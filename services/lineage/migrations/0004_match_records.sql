CREATE SEQUENCE match_record_id;
GRANT USAGE ON SEQUENCE match_record_id TO lineage_system;

-- Features of a person in a space: pseudonymised personal data, without values and without index keys.
CREATE TABLE match_records (
  company_id bigint NOT NULL,
  space_id integer NOT NULL,
  individual_id bigint NOT NULL,
  record_id bigint NOT NULL DEFAULT nextval('match_record_id') UNIQUE,
  version bigint NOT NULL,
  -- IV, keys, three filters and hints under AES-256-GCM with lineage's store key (matching/sealed-filters.ts).
  sealed bytea NOT NULL,
  store_key_version integer NOT NULL,
  PRIMARY KEY (company_id, space_id, individual_id)
);
ALTER TABLE match_records ALTER COLUMN sealed SET STORAGE PLAIN;
CREATE INDEX match_records_space ON match_records (space_id, record_id);

-- Buckets: one row per key of a record. member is a pseudonym of the record that no other bucket shares
-- (matching/bucket-members.ts): the tokens of one record must not be linkable at rest, since tokens that share a part
-- reveal classes of names and postal codes by their frequency. No two spaces share a token, because each has another
-- key or another label.
CREATE TABLE match_tokens (
  token bigint NOT NULL,
  member uuid NOT NULL
);
CREATE INDEX match_tokens_bucket ON match_tokens (token);

-- Keys that more records share than the cap of their kind: they find no candidates, and as a handle count as missing.
CREATE TABLE match_hot_tokens (
  space_id integer NOT NULL,
  token bigint NOT NULL,
  cap smallint NOT NULL,
  is_handle boolean NOT NULL,
  PRIMARY KEY (space_id, token)
);
-- Each match reads the handles that count as missing.
CREATE INDEX match_hot_tokens_handles ON match_hot_tokens (space_id) WHERE is_handle;

-- Keys that a record lost: under the lock of the space it is checked whether a hot one is below its cap again.
CREATE TABLE match_removed_tokens (
  space_id integer NOT NULL,
  token bigint NOT NULL
);
CREATE INDEX match_removed_tokens_space ON match_removed_tokens (space_id);

-- Number of records of a space with a birth date or another identifier of a cell (scoring/common-values.ts), which is a
-- few bits of a keyed code. A row names no record, and a cell no value. A value that too many records have counts as
-- missing. Cell 0 counts all records.
CREATE TABLE match_value_counts (
  space_id integer NOT NULL,
  cell smallint NOT NULL,
  records integer NOT NULL,
  PRIMARY KEY (space_id, cell)
);
CREATE INDEX match_value_counts_most ON match_value_counts (space_id, records);

-- Matching is work without a user: requests have no access to these tables.
SELECT reserve_for_system(
  'match_records', 'match_tokens', 'match_hot_tokens', 'match_removed_tokens', 'match_value_counts'
);
