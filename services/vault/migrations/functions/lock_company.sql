-- Waits for all transactions that hold_company, then blocks new ones until the transaction ends.
CREATE OR REPLACE FUNCTION lock_company(company bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('pii-vault vault company', company))
$$;
