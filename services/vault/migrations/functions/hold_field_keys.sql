-- Keeps every live version of the company's field key live until the transaction ends: a version is retired only after
-- lock_field_keys was granted and nothing was found under it. An advisory lock, because writers share it and a row lock
-- would write a row per writer. Returns true, so that it can be a condition in a WHERE.
CREATE OR REPLACE FUNCTION hold_field_keys(company bigint) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('pii-vault vault field keys', company)) IS NOT NULL
$$;
