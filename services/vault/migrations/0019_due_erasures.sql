-- Destructions of the next days are counted by company.
CREATE INDEX erasures_due ON erasures (company_id, shred_at) WHERE certificate IS NULL;
