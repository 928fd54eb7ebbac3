CREATE SEQUENCE edge_id;
GRANT USAGE ON SEQUENCE edge_id TO lineage_system;

-- An edge is one row per viewing company, written together under one id. lo is the smaller (company, individual).
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
  -- Columns of their own, because the planner may use statistics of plain equality only under row-level security.
  confidence_band text NOT NULL GENERATED ALWAYS AS
    (CASE WHEN confidence_score >= 90 THEN 'high' WHEN confidence_score >= 70 THEN 'medium' ELSE 'low' END) STORED,
  is_lo_row boolean NOT NULL GENERATED ALWAYS AS (company_id = lo_company_id) STORED,
  matching_fields text[] NOT NULL,
  -- [{field, level, weight}]: names, levels and bits.
  comparisons jsonb NOT NULL,
  model_version text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id),
  CHECK ((lo_company_id, lo_individual_id) < (hi_company_id, hi_individual_id)),
  CHECK (company_id IN (lo_company_id, hi_company_id))
);
CREATE INDEX data_lineage_newest ON data_lineage (company_id, id DESC);
CREATE INDEX data_lineage_confidence ON data_lineage (company_id, confidence_score DESC, id DESC);
CREATE INDEX data_lineage_lo ON data_lineage (company_id, lo_individual_id);
CREATE INDEX data_lineage_hi ON data_lineage (company_id, hi_individual_id);
CREATE INDEX data_lineage_scope ON data_lineage (scope, lo_company_id, lo_individual_id);
CREATE INDEX data_lineage_scope_hi ON data_lineage (scope, hi_company_id, hi_individual_id);

ALTER TABLE data_lineage ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_lineage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON data_lineage TO lineage_app
  USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON data_lineage TO lineage_all USING (true);
CREATE POLICY system ON data_lineage TO lineage_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON data_lineage FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON data_lineage TO lineage_system;
