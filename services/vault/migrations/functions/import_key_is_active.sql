-- Refuses an import key that is wrapped under a version of the field key that is not active.
CREATE OR REPLACE FUNCTION import_key_is_active() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM require_active_field_key(NEW.company_id, NEW.field_key_version);
  RETURN NULL;
END
$$;
SELECT ensure_trigger('imports', 'wrapped_under_active', $trigger$
  CREATE TRIGGER wrapped_under_active AFTER INSERT OR UPDATE OF field_key_version ON imports
  FOR EACH ROW WHEN (NEW.field_key_version IS NOT NULL) EXECUTE FUNCTION import_key_is_active()
$trigger$);
