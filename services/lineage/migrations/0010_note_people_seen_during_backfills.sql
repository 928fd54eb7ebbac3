-- People who were stored from the queue while a back-fill that would bring them in was open: they are brought in by
-- that, and what the back-fill pulled of them may be older. Emptied when the back-fill ends.
CREATE TABLE match_backfill_seen (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  encoding_version integer NOT NULL,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, scope, encoding_version, individual_id)
);
ALTER TABLE match_backfill_seen ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_backfill_seen FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON match_backfill_seen TO lineage_system USING (true);
REVOKE ALL ON match_backfill_seen FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON match_backfill_seen TO lineage_system;
