-- Entries that wait, which the deadlines of a dashboard count.
CREATE INDEX grievances_open ON grievances (company_id) WHERE closed_at IS NULL;
CREATE INDEX incidents_open ON incidents (company_id) WHERE reported_at IS NULL;
