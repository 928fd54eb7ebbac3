-- How many edges there are of each kind, kept by triggers, so that a figure reads the kinds and never all edges. A
-- statement that writes edges appends what it changed, by kind, to link_changes; a job folds those rows into
-- link_counts; who reads adds what is not folded yet. A kind is everything that decides who sees an edge and how it
-- counts; agreement_id 0 = none; confidence in tenths of a percent.
CREATE TABLE link_changes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  lo_company_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  relationship_type text NOT NULL,
  verification_status text NOT NULL,
  is_hidden boolean NOT NULL,
  confidence_tenths smallint NOT NULL,
  edges bigint NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE link_counts (
  company_id bigint NOT NULL,
  lo_company_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  relationship_type text NOT NULL,
  verification_status text NOT NULL,
  is_hidden boolean NOT NULL,
  confidence_tenths smallint NOT NULL,
  edges bigint NOT NULL,
  PRIMARY KEY (company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status,
    is_hidden, confidence_tenths)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['link_changes', 'link_counts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO lineage_app
      USING (company_id = ANY ((SELECT app.companies())::bigint[]))', t);
    EXECUTE format('CREATE POLICY all_companies ON %I TO lineage_all USING (true)', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;

-- An edge as it was counts against it as it is.
DO $triggers$
DECLARE
  kinds constant text[] := ARRAY['insert', 'update', 'delete'];
  rows_of constant text[] := ARRAY[
    'SELECT 1 AS sign, come.* FROM come',
    'SELECT -1 AS sign, gone.* FROM gone UNION ALL SELECT 1, come.* FROM come',
    'SELECT -1 AS sign, gone.* FROM gone'];
  tables constant text[] := ARRAY['NEW TABLE AS come', 'OLD TABLE AS gone NEW TABLE AS come', 'OLD TABLE AS gone'];
BEGIN
  FOR i IN 1 .. 3 LOOP
    EXECUTE format(
      'CREATE FUNCTION roll_up_links_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN
         INSERT INTO %2$I.link_changes (company_id, lo_company_id, hi_company_id, agreement_id, relationship_type,
           verification_status, is_hidden, confidence_tenths, edges)
         SELECT company_id, lo_company_id, hi_company_id, coalesce(agreement_id, 0), relationship_type, verification_status,
           is_hidden, (confidence_score * 10)::smallint, sum(sign)
         FROM (%3$s) AS e
         GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
         HAVING sum(sign) <> 0;
         RETURN NULL;
       END $body$',
      kinds[i], current_schema(), rows_of[i]);
    EXECUTE format('CREATE TRIGGER roll_up_%1$s AFTER %1$s ON data_lineage REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION roll_up_links_%1$s()', kinds[i], tables[i]);
  END LOOP;
END
$triggers$;

-- Edges that were there before: the owner of the tables passes their policies for this one statement.
ALTER TABLE data_lineage NO FORCE ROW LEVEL SECURITY;
ALTER TABLE link_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO link_counts
SELECT company_id, lo_company_id, hi_company_id, coalesce(agreement_id, 0), relationship_type, verification_status,
  is_hidden, (confidence_score * 10)::smallint, count(*)
FROM data_lineage GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
ALTER TABLE data_lineage FORCE ROW LEVEL SECURITY;
ALTER TABLE link_counts FORCE ROW LEVEL SECURITY;

-- A list shows an edge from its smaller side, so the rows of a company are read part by part, by that side, and a
-- filter by the kinds that it lets through: each part is in the order of the list. data_lineage_newest is the primary
-- key once more.
DROP INDEX data_lineage_newest;
CREATE INDEX data_lineage_newest ON data_lineage (company_id, lo_company_id, id DESC);
CREATE INDEX data_lineage_kinds ON data_lineage
  (company_id, lo_company_id, relationship_type, verification_status, confidence_band, id DESC);
