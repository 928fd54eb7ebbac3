-- A shown pair whose evidence goes with a write of a stopped credential stays shown until the stop is lifted: retire_at is
-- infinity then, and these columns say whose write it was.
ALTER TABLE cross_pairs ADD COLUMN retire_company_id bigint, ADD COLUMN retire_credential text;
CREATE INDEX cross_pairs_retirement_held ON cross_pairs (retire_company_id, retire_credential) WHERE retire_at = 'infinity';
