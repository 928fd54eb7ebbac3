-- Notes in former_roles the roles that a user loses by a change of role, company or status, or by deletion.
CREATE OR REPLACE FUNCTION note_former_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.former_roles (user_id, company_id, role) VALUES (OLD.id, OLD.company_id, OLD.role);
  -- Without an active account no company role is in force.
  INSERT INTO identity.former_roles (user_id, company_id, role)
  SELECT r.user_id, r.company_id, r.role FROM identity.user_company_roles r
  WHERE r.user_id = OLD.id AND r.is_active AND (NEW.status <> 'active' OR NEW.deleted_at IS NOT NULL);
  RETURN NULL;
END
$$;

SELECT ensure_trigger('users', 'note_former_user', $trigger$
  CREATE TRIGGER note_former_user AFTER UPDATE OF role, status, company_id, deleted_at ON users FOR EACH ROW
  WHEN (OLD.status = 'active' AND OLD.deleted_at IS NULL AND OLD.role <> 'super_admin'
    AND (OLD.role, OLD.status, OLD.company_id, OLD.deleted_at)
      IS DISTINCT FROM (NEW.role, NEW.status, NEW.company_id, NEW.deleted_at))
  EXECUTE FUNCTION note_former_user()
$trigger$);
