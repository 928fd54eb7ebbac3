-- Link agreements in force, as tenancy last reported them.
CREATE TABLE agreement_scopes (
  agreement_id bigint NOT NULL,
  company_id bigint NOT NULL,
  other_company_id bigint NOT NULL,
  disclosure_minutes integer NOT NULL DEFAULT 15 CHECK (disclosure_minutes BETWEEN 0 AND 10080),
  PRIMARY KEY (company_id, agreement_id)
);

-- Pairs across companies as the matcher sees them; no request reads them (decision 0040). When a pair is due, a job
-- copies it into data_lineage as a grade and the kinds of identifier that agree. The evidence is copied once, when both
-- companies have verified the pair.
CREATE TABLE cross_pairs (
  scope text NOT NULL,
  agreement_id bigint NOT NULL,
  lo_company_id bigint NOT NULL,
  lo_individual_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  hi_individual_id bigint NOT NULL,
  -- Status and evidence of the matcher, as in data_lineage inside a company.
  verification_status text NOT NULL,
  probability double precision NOT NULL,
  matching_fields text[] NOT NULL,
  levels smallint[] NOT NULL,
  weights real[] NOT NULL,
  model_version text NOT NULL,
  found_at timestamptz NOT NULL,
  -- When the pair is shown: null until a batch is chosen, infinity while it is held back.
  disclose_at timestamptz,
  -- Writer of the record that made the pair; empty if not known, as in a back-fill.
  credential text NOT NULL DEFAULT '',
  -- Company whose credential the pair is charged to: one user may write for several.
  charged_company_id bigint,
  -- The edge, once the pair is shown.
  edge_id bigint UNIQUE,
  -- When a shown edge is removed because its evidence is gone. infinity: it was lost by a write of a stopped credential
  -- (retire_company_id, retire_credential), and the edge is shown until the stop is lifted.
  retire_at timestamptz,
  retire_company_id bigint,
  retire_credential text,
  PRIMARY KEY (scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id)
);
CREATE INDEX cross_pairs_hi ON cross_pairs (scope, hi_company_id, hi_individual_id);
CREATE INDEX cross_pairs_lo_person ON cross_pairs (lo_company_id, lo_individual_id);
CREATE INDEX cross_pairs_hi_person ON cross_pairs (hi_company_id, hi_individual_id);
CREATE INDEX cross_pairs_unplaced ON cross_pairs (scope) WHERE disclose_at IS NULL;
CREATE INDEX cross_pairs_due ON cross_pairs (disclose_at) WHERE edge_id IS NULL;
CREATE INDEX cross_pairs_retiring ON cross_pairs (retire_at) WHERE retire_at IS NOT NULL;
CREATE INDEX cross_pairs_retirement_held ON cross_pairs (retire_company_id, retire_credential)
  WHERE retire_at = 'infinity';

-- Times at which pairs of an agreement are shown. The jitter is drawn once, when the first pair opens the batch.
CREATE TABLE disclosure_batches (
  agreement_id bigint NOT NULL,
  discloses_at timestamptz NOT NULL,
  PRIMARY KEY (agreement_id, discloses_at)
);

-- Matching is work without a user: requests have no access to these tables.
SELECT reserve_for_system('agreement_scopes', 'cross_pairs', 'disclosure_batches');
