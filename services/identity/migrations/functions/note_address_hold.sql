-- Notes in address_holds since when a company has an address for an account that was never used.
CREATE OR REPLACE FUNCTION note_address_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.address_holds (company_id, email_key) VALUES (NEW.company_id, NEW.email_key)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

SELECT ensure_trigger('users', 'note_address_hold', $trigger$
  CREATE TRIGGER note_address_hold AFTER INSERT OR UPDATE OF email_key, company_id ON users FOR EACH ROW
  WHEN (NEW.company_id IS NOT NULL AND NEW.deleted_at IS NULL AND NEW.last_login_at IS NULL AND NEW.used_at IS NULL
    AND NOT starts_with(NEW.email_key, 'held:'))
  EXECUTE FUNCTION note_address_hold()
$trigger$);
