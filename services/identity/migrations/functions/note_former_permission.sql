-- Notes in former_permissions a permission that a role loses.
CREATE OR REPLACE FUNCTION note_former_permission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.former_permissions (role, permission, company_id)
  VALUES (OLD.role, OLD.permission, OLD.company_id);
  RETURN NULL;
END
$$;

SELECT ensure_trigger('role_permissions', 'note_former_permission', $trigger$
  CREATE TRIGGER note_former_permission AFTER DELETE OR UPDATE OF role, permission, company_id ON role_permissions
  FOR EACH ROW EXECUTE FUNCTION note_former_permission()
$trigger$);
