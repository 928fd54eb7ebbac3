-- Consents of people that are stored already: the SHA-256 of the proof, which stays with the company, and the number of
-- people a day (kind 9); more need a second person.
ALTER TABLE consents ADD COLUMN proof_sha256 bytea
  CONSTRAINT consents_proof_sha256_check CHECK (octet_length(proof_sha256) = 32);
ALTER TABLE budget_counts DROP CONSTRAINT budget_counts_kind_check,
  ADD CONSTRAINT budget_counts_kind_check CHECK (kind BETWEEN 1 AND 9);
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_kind_check CHECK (kind IN ('reveal', 'export', 'erase', 'consent'));
