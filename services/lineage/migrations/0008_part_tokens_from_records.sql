-- Nothing at rest tells which tokens stand in one record: tokens that share a part rebuild classes of single names and
-- postal codes, which their frequency gives away. A record's keys are sealed with its filters, and a bucket row names
-- its record by a pseudonym of its own (matching/bucket-members.ts). All tables are empty still.
ALTER TABLE match_records DROP COLUMN keys;
ALTER TABLE match_spaces ADD COLUMN member_key_version integer NOT NULL;

DROP TABLE match_tokens;
CREATE TABLE match_tokens (
  token bigint NOT NULL,
  member uuid NOT NULL
);
CREATE INDEX match_tokens_bucket ON match_tokens (token);

DROP TABLE match_hot_tokens;
CREATE TABLE match_hot_tokens (
  space_id integer NOT NULL,
  token bigint NOT NULL,
  cap smallint NOT NULL,
  is_handle boolean NOT NULL,
  PRIMARY KEY (space_id, token)
);
-- Handles that count as missing are asked for with every match.
CREATE INDEX match_hot_tokens_handles ON match_hot_tokens (space_id) WHERE is_handle;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['match_tokens', 'match_hot_tokens'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
