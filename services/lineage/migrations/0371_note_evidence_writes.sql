-- Which write gave a record what it is matched by, in scopes across companies: a pair is charged to the write that made it
-- (decision 0040). writes has one element for each comparison (scoring/comparison-levels.ts) in its order: the id in
-- record_writes of the write that last changed it, null of a longer time ago. Kept for a day.
CREATE TABLE evidence_writes (
  scope text NOT NULL,
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  writes bigint[] NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (scope, company_id, individual_id)
);
CREATE INDEX evidence_writes_age ON evidence_writes (noted_at);
ALTER TABLE evidence_writes ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_writes FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON evidence_writes TO lineage_system USING (true);
REVOKE ALL ON evidence_writes FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON evidence_writes TO lineage_system;

-- The company whose credential a pair is charged to: one user may write for several.
ALTER TABLE cross_pairs ADD COLUMN charged_company_id bigint;
ALTER TABLE cross_pairs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE probe_alarms NO FORCE ROW LEVEL SECURITY;
UPDATE cross_pairs p SET charged_company_id = a.company_id FROM probe_alarms a
  WHERE a.credential = p.credential AND a.company_id IN (p.lo_company_id, p.hi_company_id);
ALTER TABLE cross_pairs FORCE ROW LEVEL SECURITY;
ALTER TABLE probe_alarms FORCE ROW LEVEL SECURITY;
