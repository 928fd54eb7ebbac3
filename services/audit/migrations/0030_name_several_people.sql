-- Whom the entries name that name several people: a page of external ids that was shown, a batch that was written. One
-- row per person, because the report to a person (DPDP Act, s.11) asks by the person, and an index over the list inside
-- details would not serve it: its operators are not leakproof, so row-level security keeps the planner from them. Work
-- that shows nobody a value is left out.
CREATE TABLE trail_people (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  leaf_index bigint NOT NULL,
  PRIMARY KEY (company_id, individual_id, leaf_index)
);
ALTER TABLE trail_people ENABLE ROW LEVEL SECURITY;
ALTER TABLE trail_people FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON trail_people TO audit_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON trail_people TO audit_all USING (true);
CREATE POLICY system ON trail_people TO audit_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON trail_people FROM audit_app, audit_all;
GRANT SELECT, INSERT ON trail_people TO audit_system;

-- Entries that were there before: the owner of the tables passes their policies for this one statement.
ALTER TABLE audit_trail NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trail_people NO FORCE ROW LEVEL SECURITY;
INSERT INTO trail_people
SELECT DISTINCT t.company_id, p.id::bigint, t.leaf_index
FROM audit_trail t CROSS JOIN LATERAL jsonb_array_elements_text(t.details -> 'individualIds') AS p(id)
WHERE t.details ? 'individualIds' AND t.details ->> 'ticket' IS DISTINCT FROM 'work';
ALTER TABLE audit_trail FORCE ROW LEVEL SECURITY;
ALTER TABLE trail_people FORCE ROW LEVEL SECURITY;
