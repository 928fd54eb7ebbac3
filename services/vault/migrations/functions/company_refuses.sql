-- Whether anybody withdrew a consent from the company or was erased in it, so that a record may be refused. The
-- row-level security context of the caller must include the company.
CREATE OR REPLACE FUNCTION company_refuses(company bigint) RETURNS boolean
LANGUAGE plpgsql STABLE
-- A look-up by key, whatever the statistics say: the rows of other companies are many.
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN EXISTS (SELECT FROM consents c WHERE c.company_id = company AND c.is_withdrawal)
    OR EXISTS (SELECT FROM erased_identifiers e WHERE e.company_id = company);
END
$$;
