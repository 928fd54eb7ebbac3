-- As note_moved_user, for a company role that a user gets or loses.
CREATE OR REPLACE FUNCTION note_moved_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.login_moves (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END
$$;

SELECT ensure_trigger('user_company_roles', 'note_moved_holder', $trigger$
  CREATE TRIGGER note_moved_holder AFTER INSERT OR UPDATE OF is_active ON user_company_roles FOR EACH ROW
  EXECUTE FUNCTION note_moved_holder()
$trigger$);
