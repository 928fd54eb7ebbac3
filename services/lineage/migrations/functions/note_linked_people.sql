-- Appends the people of written edges to link_people_changes; of updated edges those that are seen differently. One
-- function and trigger each for INSERT, UPDATE and DELETE, as their transition tables differ.
DO $triggers$
DECLARE
  kinds constant text[] := ARRAY['insert', 'update', 'delete'];
  rows_of constant text[] := ARRAY[
    'SELECT inserted.* FROM inserted',
    'SELECT inserted.* FROM inserted JOIN deleted USING (company_id, id)
      WHERE (inserted.agreement_id, inserted.relationship_type, inserted.verification_status, inserted.is_hidden)
        IS DISTINCT FROM (deleted.agreement_id, deleted.relationship_type, deleted.verification_status, deleted.is_hidden)',
    'SELECT deleted.* FROM deleted'];
  tables constant text[] := ARRAY['NEW TABLE AS inserted', 'OLD TABLE AS deleted NEW TABLE AS inserted', 'OLD TABLE AS deleted'];
BEGIN
  FOR i IN 1 .. 3 LOOP
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION note_linked_people_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN
         INSERT INTO lineage.link_people_changes (company_id, individual_id)
         SELECT DISTINCT e.company_id, s.individual_id FROM (%2$s) AS e CROSS JOIN LATERAL (VALUES
           (e.lo_company_id, e.lo_individual_id), (e.hi_company_id, e.hi_individual_id)) AS s(company_id, individual_id)
         WHERE s.company_id = e.company_id;
         RETURN NULL;
       END $body$',
      kinds[i], rows_of[i]);
    PERFORM ensure_trigger('data_lineage', format('note_linked_people_%s', kinds[i]), format(
      'CREATE TRIGGER note_linked_people_%1$s AFTER %1$s ON data_lineage REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION note_linked_people_%1$s()', kinds[i], tables[i]));
  END LOOP;
END
$triggers$;
