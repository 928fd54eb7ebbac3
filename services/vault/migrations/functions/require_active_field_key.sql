-- Refuses a wrap under a version that is being retired. The row is read after the lock, in a new snapshot, so
-- the last count sees the writer, or the writer sees the new lowest version.
CREATE OR REPLACE FUNCTION require_active_field_key(company bigint, version integer) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM hold_field_keys(company);
  IF EXISTS (SELECT FROM field_key_rewraps r WHERE r.company_id = company AND r.lowest_version > version) THEN
    RAISE EXCEPTION 'the field key version is not active any more'
      USING ERRCODE = '40001', CONSTRAINT = 'field_key_is_active';
  END IF;
END
$$;
