-- Keeps the replaced secret of an API credential until former_until. A request that rotates a secret reads no hash.
CREATE OR REPLACE FUNCTION keep_former_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.former_until > now() THEN
    NEW.former_secret_sha256 := OLD.secret_sha256;
    NEW.former_salt := OLD.salt;
    NEW.former_secret_change := OLD.secret_change;
    NEW.former_made_by := OLD.made_by;
    -- A right that the rotation gives is for the new secret.
    NEW.former_may_erase := OLD.may_erase AND NEW.may_erase;
  ELSE
    NEW.former_secret_sha256 := NULL;
    NEW.former_salt := NULL;
    NEW.former_secret_change := 0;
    NEW.former_made_by := NULL;
    NEW.former_may_erase := false;
    NEW.former_until := NULL;
  END IF;
  RETURN NEW;
END
$$;

SELECT ensure_trigger('api_credentials', 'keep_former_secret', $trigger$
  CREATE TRIGGER keep_former_secret BEFORE UPDATE OF secret_sha256 ON api_credentials FOR EACH ROW
  EXECUTE FUNCTION keep_former_secret()
$trigger$);
