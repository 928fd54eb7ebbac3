-- The last request of a suspended company's administrator to end the suspension. Without a reason it is closed; its
-- time stays, because a company has one request a day.
ALTER TABLE companies
  ADD COLUMN reactivation_requested_at timestamptz,
  ADD COLUMN reactivation_requested_by bigint,
  ADD COLUMN reactivation_reason text CHECK (length(reactivation_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT companies_reactivation CHECK (
    (reactivation_requested_by IS NULL) = (reactivation_reason IS NULL)
    AND (reactivation_reason IS NULL OR (status = 'suspended' AND reactivation_requested_at IS NOT NULL))
  );
