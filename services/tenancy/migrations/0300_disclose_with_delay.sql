-- What both sides agree on beside the purpose (decision 0040): after how many minutes a pair that is found is shown to
-- them, and whether health data take part. Agreements of before get the default.
ALTER TABLE link_agreements
  ADD COLUMN disclosure_minutes integer NOT NULL DEFAULT 15 CHECK (disclosure_minutes BETWEEN 0 AND 10080),
  ADD COLUMN includes_health_data boolean NOT NULL DEFAULT false,
  -- A side is of the healthcare tier: kept by a job, as neither side sees the tier of the other.
  ADD COLUMN concerns_health boolean NOT NULL DEFAULT false;
ALTER TABLE link_agreements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE companies NO FORCE ROW LEVEL SECURITY;
UPDATE link_agreements a SET concerns_health = true
  WHERE EXISTS (SELECT FROM companies c WHERE c.id IN (a.company_id, a.other_company_id) AND c.tier = 'healthcare');
ALTER TABLE link_agreements FORCE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
GRANT UPDATE (concerns_health) ON link_agreements TO tenancy_system;
