-- Edges: one row per viewing company, written together under one id. lo is the smaller (company, individual). An edge
-- across companies is a grade without evidence until both have verified it (decision 0040).
CREATE SEQUENCE edge_id;
GRANT USAGE ON SEQUENCE edge_id TO lineage_system;

CREATE TABLE data_lineage (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  scope text NOT NULL,
  agreement_id bigint,
  lo_company_id bigint NOT NULL,
  lo_individual_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  hi_individual_id bigint NOT NULL,
  relationship_type text NOT NULL
    CHECK (relationship_type IN ('same_individual', 'cross_reference', 'duplicate_detection')),
  verification_status text NOT NULL CHECK (verification_status IN ('pending', 'verified', 'rejected')),
  probability double precision NOT NULL CHECK (probability BETWEEN 0 AND 1),
  confidence_score numeric(4, 1) NOT NULL CHECK (confidence_score BETWEEN 0 AND 100),
  -- Generated columns, because under row-level security the planner uses statistics of plain equality only, and a range
  -- of an index on numeric is not used at all: comparing numerics is not leakproof.
  confidence_band text NOT NULL GENERATED ALWAYS AS
    (CASE WHEN confidence_score >= 90 THEN 'high' WHEN confidence_score >= 70 THEN 'medium' ELSE 'low' END) STORED,
  confidence_tenths smallint NOT NULL GENERATED ALWAYS AS ((confidence_score * 10)::smallint) STORED,
  is_lo_row boolean NOT NULL GENERATED ALWAYS AS (company_id = lo_company_id) STORED,
  matching_fields text[] NOT NULL,
  -- Evidence: levels in the order of COMPARISONS (name, address, dob, aadhaar, pan, phone, email, bank_account,
  -- other_id; 0 = missing), and weights in bits (prior, the comparisons in that order, rarity, household).
  levels smallint[] NOT NULL,
  weights real[] NOT NULL,
  model_version text NOT NULL,
  -- Verdict of the row's own company.
  decision text CHECK (decision IN ('verified', 'rejected')),
  -- An edge is hidden from a company if only the other one rejected it.
  is_hidden boolean NOT NULL GENERATED ALWAYS AS
    (agreement_id IS NOT NULL AND verification_status = 'rejected' AND decision IS DISTINCT FROM 'rejected') STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Number of changes of the edge, for If-Match. Both rows of an edge are changed together.
  row_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id),
  CHECK ((lo_company_id, lo_individual_id) < (hi_company_id, hi_individual_id)),
  CHECK (company_id IN (lo_company_id, hi_company_id))
);
-- A list shows an edge from its lo side, so the rows of a company are read per lo company, each part in the order of
-- the list.
CREATE INDEX data_lineage_newest ON data_lineage (company_id, lo_company_id, id DESC);
CREATE INDEX data_lineage_kinds ON data_lineage
  (company_id, lo_company_id, relationship_type, verification_status, confidence_band, id DESC);
CREATE INDEX data_lineage_confidence ON data_lineage (company_id, lo_company_id, confidence_tenths DESC, id DESC);
-- Few companies hold one individual id, so one lookup by id serves all companies of a reader.
CREATE INDEX data_lineage_lo ON data_lineage (lo_individual_id, company_id);
CREATE INDEX data_lineage_hi ON data_lineage (hi_individual_id, company_id);
CREATE INDEX data_lineage_scope ON data_lineage (scope, lo_company_id, lo_individual_id);
CREATE INDEX data_lineage_scope_hi ON data_lineage (scope, hi_company_id, hi_individual_id);
-- Edges of the last day that wait for a decision are counted in this index alone.
CREATE INDEX data_lineage_pending ON data_lineage (company_id, created_at)
  INCLUDE (lo_company_id, hi_company_id, agreement_id, is_hidden) WHERE verification_status = 'pending';

-- Edges of a record are looked up by scope, company and individual, in an index for each side. Where the planner
-- expects few rows of a scope (before the first ANALYZE, or of a new scope), an index by scope alone looks as good, and
-- it reads every edge of the scope per record. So the statistics say that a scope has half of the table, and ANALYZE
-- keeps them.
SELECT pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', 'data_lineage', 'attname', 'scope',
  'inherited', false, 'null_frac', 0::real, 'avg_width', 12, 'n_distinct', 2::real);
ALTER TABLE data_lineage ALTER COLUMN scope SET STATISTICS 0;

-- Verdicts of reviewers on a pair, one standing decision per deciding company. The matcher keeps to it.
CREATE TABLE decisions (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  lo_company_id bigint NOT NULL,
  lo_individual_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  hi_individual_id bigint NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('verified', 'rejected')),
  -- AES-256-GCM under the company's text key: free text may hold personal data. Null without a note.
  note bytea,
  note_key_version integer,
  decided_by bigint NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id),
  CHECK ((lo_company_id, lo_individual_id) < (hi_company_id, hi_individual_id)),
  CHECK (company_id IN (lo_company_id, hi_company_id)),
  CHECK ((note IS NULL) = (note_key_version IS NULL))
);
CREATE INDEX decisions_lo ON decisions (scope, lo_company_id, lo_individual_id);
CREATE INDEX decisions_hi ON decisions (scope, hi_company_id, hi_individual_id);

-- Records of one company that are one person: the rows of an entity share its id. A record without duplicates has no
-- row.
CREATE SEQUENCE entity_id;
GRANT USAGE ON SEQUENCE entity_id TO lineage_system;
CREATE TABLE entities (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  entity_id bigint NOT NULL,
  PRIMARY KEY (company_id, individual_id)
);
CREATE INDEX entities_members ON entities (company_id, entity_id);

SELECT isolate_by_company('data_lineage', 'decisions', 'entities');
REVOKE INSERT, UPDATE, DELETE ON data_lineage, decisions, entities FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON data_lineage, decisions, entities TO lineage_system;
