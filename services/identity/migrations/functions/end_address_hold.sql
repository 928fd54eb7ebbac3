-- The first use of an account ends the hold of its company on the address: the account itself keeps it from then on.
CREATE OR REPLACE FUNCTION end_address_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.address_holds WHERE company_id = NEW.company_id AND email_key = NEW.email_key;
  RETURN NULL;
END
$$;

SELECT ensure_trigger('users', 'end_address_hold', $trigger$
  CREATE TRIGGER end_address_hold AFTER UPDATE OF last_login_at, used_at ON users FOR EACH ROW
  WHEN (OLD.last_login_at IS NULL AND OLD.used_at IS NULL
    AND (NEW.last_login_at IS NOT NULL OR NEW.used_at IS NOT NULL))
  EXECUTE FUNCTION end_address_hold()
$trigger$);
