-- Refuses data keys that are wrapped under a version of the field key that is not active (require_active_field_key).
CREATE OR REPLACE FUNCTION data_keys_are_active() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM require_active_field_key(w.company_id, w.version)
  FROM (SELECT company_id, min(field_key_version) AS version FROM written GROUP BY company_id ORDER BY company_id) w;
  RETURN NULL;
END
$$;
SELECT ensure_trigger('data_keys', 'inserted_under_active', $trigger$
  CREATE TRIGGER inserted_under_active AFTER INSERT ON data_keys
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION data_keys_are_active()
$trigger$);
SELECT ensure_trigger('data_keys', 'updated_under_active', $trigger$
  CREATE TRIGGER updated_under_active AFTER UPDATE ON data_keys
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION data_keys_are_active()
$trigger$);
