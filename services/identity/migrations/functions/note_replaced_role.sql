-- Notes in former_roles the default role of a user that a new company role replaces there.
CREATE OR REPLACE FUNCTION note_replaced_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.former_roles (user_id, company_id, role)
  SELECT u.id, NEW.company_id, u.role FROM identity.users u
  WHERE u.id = NEW.user_id AND u.status = 'active' AND u.deleted_at IS NULL
    AND (u.company_id = NEW.company_id OR u.company_id IS NULL);
  RETURN NULL;
END
$$;

SELECT ensure_trigger('user_company_roles', 'note_replaced_role', $trigger$
  CREATE TRIGGER note_replaced_role AFTER INSERT ON user_company_roles FOR EACH ROW
  WHEN (NEW.is_active) EXECUTE FUNCTION note_replaced_role()
$trigger$);
