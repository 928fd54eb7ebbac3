-- Notes a user whose sums of login attempts may belong to other companies now (follow-moves.ts).
CREATE OR REPLACE FUNCTION note_moved_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.login_moves (user_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;

SELECT ensure_trigger('users', 'note_moved_user', $trigger$
  CREATE TRIGGER note_moved_user AFTER UPDATE OF company_id, role, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.company_id, OLD.role, OLD.deleted_at) IS DISTINCT FROM (NEW.company_id, NEW.role, NEW.deleted_at))
  EXECUTE FUNCTION note_moved_user()
$trigger$);
