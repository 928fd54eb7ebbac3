-- Shares the company's lock until the transaction ends, for transactions that create people or imports. The seal waits
-- for them, and later ones see it: the table is read after the lock, in a new snapshot.
CREATE OR REPLACE FUNCTION hold_company(company bigint) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('pii-vault vault company', company));
  IF EXISTS (SELECT FROM sealed_companies s WHERE s.company_id = company AND s.sealed_until > now()) THEN
    RAISE EXCEPTION 'the company is being ended' USING ERRCODE = '55P03', CONSTRAINT = 'company_is_open';
  END IF;
END
$$;
