-- Refuses people and imports of a company that is being deleted (hold_company).
CREATE OR REPLACE FUNCTION companies_are_open() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM hold_company(w.company_id) FROM (SELECT DISTINCT company_id FROM written ORDER BY company_id) w;
  RETURN NULL;
END
$$;
SELECT ensure_trigger('individuals', 'made_in_open_company', $trigger$
  CREATE TRIGGER made_in_open_company AFTER INSERT ON individuals
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION companies_are_open()
$trigger$);
SELECT ensure_trigger('imports', 'made_in_open_company', $trigger$
  CREATE TRIGGER made_in_open_company AFTER INSERT ON imports
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION companies_are_open()
$trigger$);
