-- Notes in former_roles a company role that a user loses.
CREATE OR REPLACE FUNCTION note_former_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.former_roles (user_id, company_id, role) VALUES (OLD.user_id, OLD.company_id, OLD.role);
  RETURN NULL;
END
$$;

SELECT ensure_trigger('user_company_roles', 'note_former_holder', $trigger$
  CREATE TRIGGER note_former_holder AFTER UPDATE OF is_active, role ON user_company_roles FOR EACH ROW
  WHEN (OLD.is_active AND (OLD.is_active, OLD.role) IS DISTINCT FROM (NEW.is_active, NEW.role))
  EXECUTE FUNCTION note_former_holder()
$trigger$);
