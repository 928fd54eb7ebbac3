-- Waits for all transactions that hold_field_keys, then blocks new ones until the transaction ends.
CREATE OR REPLACE FUNCTION lock_field_keys(company bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('pii-vault vault field keys', company))
$$;
