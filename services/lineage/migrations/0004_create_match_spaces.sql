-- Installed linkage models (models/*.json), by version. An edge names the one that scored it.
CREATE TABLE match_models (
  version text PRIMARY KEY,
  encoding_version integer NOT NULL,
  artefact jsonb NOT NULL,
  installed_at timestamptz NOT NULL DEFAULT now()
);

-- Records are compared inside one space only: a scope (intra:<company> or cross:<agreement>) under one version of its
-- index key and one encoding. A space is built (features are written, nothing is matched) until its back-fill is done.
CREATE TABLE match_spaces (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL,
  key_version integer NOT NULL,
  encoding_version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('building', 'active', 'dropping')),
  -- The model whose edges this space has, or is being given; null before anything was matched.
  model_version text REFERENCES match_models (version),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (scope, key_version, encoding_version)
);
CREATE UNIQUE INDEX match_spaces_active ON match_spaces (scope) WHERE state = 'active';

-- How far a company's people have been brought into a scope under an encoding; no row when all are.
CREATE TABLE match_backfills (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  encoding_version integer NOT NULL,
  after_individual_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, scope, encoding_version)
);

-- What encoding 1 holds makes room for tables of the same names.
ALTER TABLE match_records RENAME TO identifier_records;
ALTER TABLE match_tokens RENAME TO identifier_tokens;
ALTER INDEX match_records_pkey RENAME TO identifier_records_pkey;
ALTER INDEX match_tokens_pkey RENAME TO identifier_tokens_pkey;
ALTER INDEX match_tokens_bucket RENAME TO identifier_tokens_bucket;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['match_models', 'match_spaces', 'match_backfills'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
