-- Decision 0040. What the matcher finds across companies is kept here, where no request reads. A job copies a pair into
-- data_lineage when its time has come, as a grade and the kinds of identifier that agree; the evidence follows when both
-- companies have verified the pair, and stays as it is then.

ALTER TABLE agreement_scopes ADD COLUMN disclosure_minutes integer NOT NULL DEFAULT 15
  CHECK (disclosure_minutes BETWEEN 0 AND 10080);

CREATE TABLE cross_pairs (
  scope text NOT NULL,
  agreement_id bigint NOT NULL,
  lo_company_id bigint NOT NULL,
  lo_individual_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  hi_individual_id bigint NOT NULL,
  -- The matcher's own status and evidence, as in data_lineage inside a company.
  verification_status text NOT NULL,
  probability double precision NOT NULL,
  matching_fields text[] NOT NULL,
  levels smallint[] NOT NULL,
  weights real[] NOT NULL,
  model_version text NOT NULL,
  found_at timestamptz NOT NULL,
  -- When the pair is shown: null until a batch is chosen, infinity while it is held back.
  disclose_at timestamptz,
  -- Who wrote the record that made the pair; empty when no writer is known, as in a back-fill.
  credential text NOT NULL DEFAULT '',
  -- The edge, once the pair is shown.
  edge_id bigint UNIQUE,
  -- When an edge that is shown is taken away, because its evidence has gone.
  retire_at timestamptz,
  PRIMARY KEY (scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id)
);
CREATE INDEX cross_pairs_hi ON cross_pairs (scope, hi_company_id, hi_individual_id);
CREATE INDEX cross_pairs_lo_person ON cross_pairs (lo_company_id, lo_individual_id);
CREATE INDEX cross_pairs_hi_person ON cross_pairs (hi_company_id, hi_individual_id);
CREATE INDEX cross_pairs_unplaced ON cross_pairs (scope) WHERE disclose_at IS NULL;
CREATE INDEX cross_pairs_due ON cross_pairs (disclose_at) WHERE edge_id IS NULL;
CREATE INDEX cross_pairs_retiring ON cross_pairs (retire_at) WHERE retire_at IS NOT NULL;

-- Instants at which pairs of an agreement are shown. The jitter is drawn once, when the first pair opens the batch.
CREATE TABLE disclosure_batches (
  agreement_id bigint NOT NULL,
  discloses_at timestamptz NOT NULL,
  PRIMARY KEY (agreement_id, discloses_at)
);

-- Who wrote records of companies under agreements, kept for a day: user:<id>, client:<id> or import:<id>.
CREATE TABLE record_writes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  credential text NOT NULL,
  individual_ids bigint[] NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  written_at timestamptz NOT NULL
);
CREATE INDEX record_writes_people ON record_writes USING gist (int8range(first_id, last_id, '[]'));
CREATE INDEX record_writes_age ON record_writes (written_at);

-- What credentials made the matcher answer: a budget is counted from it, and it stays when the record is erased.
CREATE TABLE match_probes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  other_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  credential text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('link', 'correction', 'erasure')),
  individual_id bigint NOT NULL,
  happened_at timestamptz NOT NULL
);
CREATE INDEX match_probes_spent ON match_probes (company_id, credential, kind, happened_at);
CREATE INDEX match_probes_person ON match_probes (company_id, individual_id, kind);

-- Probing that was noticed, per credential and pair of companies. Until it is lifted, new pairs of the credential are held back.
CREATE TABLE probe_alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  other_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  credential text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('links', 'corrections', 'erasures')),
  events integer NOT NULL,
  budget integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by bigint
);
CREATE UNIQUE INDEX probe_alarms_open ON probe_alarms (company_id, other_company_id, credential, reason) WHERE lifted_at IS NULL;
CREATE INDEX probe_alarms_other ON probe_alarms (other_company_id, last_at);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['cross_pairs', 'disclosure_batches', 'record_writes', 'match_probes', 'probe_alarms'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
-- Both companies see an alarm; the code says which columns each reads.
CREATE POLICY tenant ON probe_alarms FOR SELECT TO lineage_app
  USING (ARRAY[company_id, other_company_id] && (SELECT app.companies()));
CREATE POLICY all_companies ON probe_alarms FOR SELECT TO lineage_all USING (true);
GRANT SELECT ON probe_alarms TO lineage_app, lineage_all;

-- Kinds of identifier among the fields that agree: all that is said of a pair before both companies have verified it.
CREATE FUNCTION agreeing_identifiers(p_fields text[]) RETURNS text[] LANGUAGE sql IMMUTABLE
RETURN ARRAY(SELECT f FROM unnest(p_fields) AS u(f)
  WHERE f IN ('aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id'));

-- A function of the identifiers alone, so it says nothing of names, addresses and birth dates (links/grade.ts).
CREATE FUNCTION is_strong(p_fields text[]) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN p_fields && ARRAY['aadhaar', 'pan'] OR cardinality(agreeing_identifiers(p_fields)) >= 2;

-- Orders graded pairs among others and is never shown, as a pair with a grade has no confidence.
CREATE FUNCTION rank_of_grade(p_fields text[]) RETURNS numeric LANGUAGE sql IMMUTABLE
RETURN CASE WHEN is_strong(p_fields) THEN 90 ELSE 60 END;

-- Pairs that were shown before stay; those that not both companies have verified lose levels, weights and score.
ALTER TABLE data_lineage NO FORCE ROW LEVEL SECURITY;
ALTER TABLE link_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE link_people_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE cross_pairs NO FORCE ROW LEVEL SECURITY;
INSERT INTO cross_pairs (scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
    verification_status, probability, matching_fields, levels, weights, model_version, found_at, disclose_at, edge_id)
  SELECT scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, verification_status,
    probability, matching_fields, levels, weights, model_version, created_at, created_at, id
  FROM data_lineage WHERE agreement_id IS NOT NULL AND company_id = lo_company_id;
UPDATE data_lineage e SET
    verification_status = CASE e.verification_status WHEN 'rejected' THEN 'rejected' ELSE 'pending' END,
    relationship_type = CASE WHEN is_strong(e.matching_fields) THEN 'same_individual' ELSE 'cross_reference' END,
    matching_fields = agreeing_identifiers(e.matching_fields), levels = '{}', weights = '{}', model_version = '',
    probability = rank_of_grade(e.matching_fields) / 100, confidence_score = rank_of_grade(e.matching_fields),
    row_version = e.row_version + 1
  WHERE e.agreement_id IS NOT NULL AND (SELECT count(*) FROM data_lineage d
    WHERE d.id = e.id AND d.company_id IN (d.lo_company_id, d.hi_company_id) AND d.decision = 'verified') < 2;
ALTER TABLE data_lineage FORCE ROW LEVEL SECURITY;
ALTER TABLE link_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE link_people_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE cross_pairs FORCE ROW LEVEL SECURITY;
