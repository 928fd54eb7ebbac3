-- People of whom a value that links them loses its consent at an instant that is known, without a further write. Inside a
-- company their pairs show a grade from then on; across companies they are asked for once more.
CREATE TABLE consent_ends (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  scope text NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, individual_id, scope)
);
CREATE INDEX consent_ends_due ON consent_ends (ends_at);
ALTER TABLE consent_ends ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_ends FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON consent_ends TO lineage_system USING (true);
REVOKE ALL ON consent_ends FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON consent_ends TO lineage_system;

-- The ends of consents that are stored already are asked of the vault once, by a back-fill of every active space.
ALTER TABLE match_spaces NO FORCE ROW LEVEL SECURITY;
ALTER TABLE match_backfills NO FORCE ROW LEVEL SECURITY;
ALTER TABLE agreement_scopes NO FORCE ROW LEVEL SECURITY;
WITH active AS (
  SELECT scope, encoding_version FROM match_spaces
  WHERE state = 'active' AND encoding_version = (SELECT max(encoding_version) FROM match_spaces))
INSERT INTO match_backfills (company_id, scope, encoding_version)
  SELECT substr(scope, 7)::bigint, scope, encoding_version FROM active WHERE scope LIKE 'intra:%'
  UNION SELECT a.company_id, active.scope, active.encoding_version FROM active
    JOIN agreement_scopes a ON active.scope = 'cross:' || a.agreement_id
  ORDER BY 1, 2 ON CONFLICT DO NOTHING;
ALTER TABLE agreement_scopes FORCE ROW LEVEL SECURITY;
ALTER TABLE match_spaces FORCE ROW LEVEL SECURITY;
ALTER TABLE match_backfills FORCE ROW LEVEL SECURITY;
