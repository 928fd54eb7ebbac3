-- The counts of link_counts by ten percents of confidence (0: below 10, 9: from 90 on), and what the confidences add up to,
-- in tenths of a percent. Lists, averages and histograms read these few rows; only a median looks at the tenths of one
-- ten. Kept by the job that folds link_changes, so no statement that writes edges pays for it.
CREATE TABLE link_tens (
  company_id bigint NOT NULL,
  lo_company_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  relationship_type text NOT NULL,
  verification_status text NOT NULL,
  is_hidden boolean NOT NULL,
  ten smallint NOT NULL CHECK (ten BETWEEN 0 AND 9),
  edges bigint NOT NULL,
  confidence_sum bigint NOT NULL,
  PRIMARY KEY (company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status,
    is_hidden, ten)
) WITH (fillfactor = 70);
ALTER TABLE link_tens ENABLE ROW LEVEL SECURITY;
ALTER TABLE link_tens FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON link_tens TO lineage_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON link_tens TO lineage_all USING (true);
CREATE POLICY system ON link_tens TO lineage_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON link_tens FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON link_tens TO lineage_system;

-- What is folded already: the owner of the tables passes their policies for this one statement.
ALTER TABLE link_counts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE link_tens NO FORCE ROW LEVEL SECURITY;
INSERT INTO link_tens
SELECT company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status, is_hidden,
  least(confidence_tenths / 100, 9), sum(edges), sum(edges * confidence_tenths)
FROM link_counts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(edges) <> 0;
ALTER TABLE link_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE link_tens FORCE ROW LEVEL SECURITY;
