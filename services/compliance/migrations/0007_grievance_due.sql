-- The end of the period: of its last day in the company's time zone, as it was when the grievance was filed. NULL in
-- rows of the release before, which were due at the time of day of their receipt.
ALTER TABLE grievances ADD COLUMN due_at timestamptz;
