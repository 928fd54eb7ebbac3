-- How many people edges join, without reading the edges. seen_as names the ways in which a company sees edges of one of its
-- people, each once and in order: '<agreement, 0 = none>:<other company>', with ':same' behind it for an edge that says
-- it is the same person and that nobody rejected. Who reads picks the ways that are open to it and sums the people.
-- A statement that writes edges appends whom it touched to link_people_changes; a job folds those people into link_people
-- and link_people_counts; who reads looks at the first of those not folded yet itself.
CREATE TABLE link_people_changes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE link_people (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  seen_as text[] NOT NULL,
  PRIMARY KEY (company_id, individual_id)
);

CREATE TABLE link_people_counts (
  company_id bigint NOT NULL,
  seen_as text[] NOT NULL,
  people bigint NOT NULL,
  PRIMARY KEY (company_id, seen_as)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['link_people_changes', 'link_people', 'link_people_counts'] LOOP
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

-- The ways in which a company sees edges of one of its people; null when it sees none.
CREATE FUNCTION seen_as(company bigint, individual bigint) RETURNS text[] LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT array_agg(DISTINCT coalesce(agreement_id, 0) || ':' || other || CASE
      WHEN relationship_type = 'same_individual' AND verification_status <> 'rejected' THEN ':same' ELSE '' END)
  FROM (
    (SELECT agreement_id, hi_company_id AS other, relationship_type, verification_status, is_hidden FROM data_lineage
      WHERE company_id = company AND lo_individual_id = individual AND lo_company_id = company OFFSET 0)
    UNION ALL
    (SELECT agreement_id, lo_company_id, relationship_type, verification_status, is_hidden FROM data_lineage
      WHERE company_id = company AND hi_individual_id = individual AND hi_company_id = company OFFSET 0)) AS e
  WHERE NOT is_hidden;
END;

-- An update counts when it changes how the edge is seen.
DO $triggers$
DECLARE
  kinds constant text[] := ARRAY['insert', 'update', 'delete'];
  rows_of constant text[] := ARRAY[
    'SELECT come.* FROM come',
    'SELECT come.* FROM come JOIN gone USING (company_id, id)
      WHERE (come.agreement_id, come.relationship_type, come.verification_status, come.is_hidden)
        IS DISTINCT FROM (gone.agreement_id, gone.relationship_type, gone.verification_status, gone.is_hidden)',
    'SELECT gone.* FROM gone'];
  tables constant text[] := ARRAY['NEW TABLE AS come', 'OLD TABLE AS gone NEW TABLE AS come', 'OLD TABLE AS gone'];
BEGIN
  FOR i IN 1 .. 3 LOOP
    EXECUTE format(
      'CREATE FUNCTION note_linked_people_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN
         INSERT INTO %2$I.link_people_changes (company_id, individual_id)
         SELECT DISTINCT e.company_id, s.individual_id FROM (%3$s) AS e CROSS JOIN LATERAL (VALUES
           (e.lo_company_id, e.lo_individual_id), (e.hi_company_id, e.hi_individual_id)) AS s(company_id, individual_id)
         WHERE s.company_id = e.company_id;
         RETURN NULL;
       END $body$',
      kinds[i], current_schema(), rows_of[i]);
    EXECUTE format('CREATE TRIGGER note_linked_people_%1$s AFTER %1$s ON data_lineage REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION note_linked_people_%1$s()', kinds[i], tables[i]);
  END LOOP;
END
$triggers$;

-- Edges that were there before: the owner of the tables passes their policies for this one statement.
ALTER TABLE data_lineage NO FORCE ROW LEVEL SECURITY;
ALTER TABLE link_people NO FORCE ROW LEVEL SECURITY;
ALTER TABLE link_people_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO link_people
SELECT e.company_id, s.individual_id, array_agg(DISTINCT coalesce(e.agreement_id, 0) || ':' || s.other || CASE
  WHEN e.relationship_type = 'same_individual' AND e.verification_status <> 'rejected' THEN ':same' ELSE '' END)
FROM data_lineage e CROSS JOIN LATERAL (VALUES
  (e.lo_company_id, e.lo_individual_id, e.hi_company_id), (e.hi_company_id, e.hi_individual_id, e.lo_company_id)
) AS s(company_id, individual_id, other)
WHERE s.company_id = e.company_id AND NOT e.is_hidden GROUP BY 1, 2;
INSERT INTO link_people_counts SELECT company_id, seen_as, count(*) FROM link_people GROUP BY 1, 2;
ALTER TABLE data_lineage FORCE ROW LEVEL SECURITY;
ALTER TABLE link_people FORCE ROW LEVEL SECURITY;
ALTER TABLE link_people_counts FORCE ROW LEVEL SECURITY;

-- Those of the last day are counted from the index alone.
CREATE INDEX data_lineage_pending ON data_lineage (company_id, created_at)
  INCLUDE (lo_company_id, hi_company_id, agreement_id, is_hidden) WHERE verification_status = 'pending';
