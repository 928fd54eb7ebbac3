-- Confidence as a whole number, because comparing numerics is not leakproof: under row-level security no index could be
-- begun at a confidence. And a list shows an edge from its smaller side, so the strongest are read part by part, too.
ALTER TABLE data_lineage ADD COLUMN confidence_tenths smallint NOT NULL GENERATED ALWAYS AS ((confidence_score * 10)::smallint) STORED;
DROP INDEX data_lineage_confidence;
CREATE INDEX data_lineage_confidence ON data_lineage (company_id, lo_company_id, confidence_tenths DESC, id DESC);
