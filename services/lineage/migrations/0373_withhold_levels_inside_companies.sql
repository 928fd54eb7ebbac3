-- People of whom a value that could link them has no live consent: pairs inside their company show a grade and nothing
-- else. A pair becomes a grade when it is matched after the consent went, and does not change until consent is back.
CREATE TABLE withheld_people (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, individual_id)
);
ALTER TABLE withheld_people ENABLE ROW LEVEL SECURITY;
ALTER TABLE withheld_people FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON withheld_people TO lineage_system USING (true);
REVOKE ALL ON withheld_people FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON withheld_people TO lineage_system;

-- Whose consent went before this is asked of the vault once more.
ALTER TABLE match_spaces NO FORCE ROW LEVEL SECURITY;
ALTER TABLE match_backfills NO FORCE ROW LEVEL SECURITY;
INSERT INTO match_backfills (company_id, scope, encoding_version)
  SELECT substr(scope, 7)::bigint, scope, encoding_version FROM match_spaces
  WHERE state = 'active' AND scope LIKE 'intra:%'
    AND encoding_version = (SELECT max(encoding_version) FROM match_spaces) ON CONFLICT DO NOTHING;
ALTER TABLE match_spaces FORCE ROW LEVEL SECURITY;
ALTER TABLE match_backfills FORCE ROW LEVEL SECURITY;
