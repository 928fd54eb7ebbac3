-- Linkage models by version: shipped (models/*.json) or learnt from the records of a scope, once it has enough of them.
-- An edge names the model that scored it.
CREATE TABLE match_models (
  version text PRIMARY KEY,
  encoding_version integer NOT NULL,
  -- Of a learnt model, whose version begins with that of the shipped model that it came from; null for a shipped one.
  scope text,
  artefact jsonb NOT NULL,
  installed_at timestamptz NOT NULL DEFAULT now()
);

-- Records are compared inside one space only: a scope (intra:<company> or cross:<agreement>) under one version of its
-- index key and one encoding. building: features are written and nothing is matched, until the back-fill is done.
CREATE TABLE match_spaces (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL,
  key_version integer NOT NULL,
  encoding_version integer NOT NULL,
  -- Version of the store key that makes the pseudonyms of match_tokens.
  member_key_version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('building', 'active', 'dropping')),
  -- The model that scored its edges, or is scoring them; null before the first match.
  model_version text REFERENCES match_models (version),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Last check whether the space has outgrown its model.
  counted_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (scope, key_version, encoding_version)
);
CREATE UNIQUE INDEX match_spaces_active ON match_spaces (scope) WHERE state = 'active';

-- Progress of adding a company's people to a scope under an encoding; the row is deleted when all are added.
CREATE TABLE match_backfills (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  encoding_version integer NOT NULL,
  after_individual_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, scope, encoding_version)
);

-- People who were stored from the queue during a back-fill, which may have pulled an older version of them and skips
-- them. Emptied when the back-fill ends.
CREATE TABLE match_backfill_seen (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  encoding_version integer NOT NULL,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, scope, encoding_version, individual_id)
);

-- Matching is work without a user: requests have no access to these tables.
SELECT reserve_for_system('match_models', 'match_spaces', 'match_backfills', 'match_backfill_seen');
