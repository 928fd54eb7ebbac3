-- The evidence of an edge as levels (in the order of COMPARISONS: name, address, dob, aadhaar, pan, phone, email,
-- bank_account, other_id; 0 = missing) and weights in bits (prior, the comparisons in that order, rarity, household).
ALTER TABLE data_lineage ADD COLUMN levels smallint[], ADD COLUMN weights real[];
ALTER TABLE data_lineage ALTER COLUMN comparisons DROP NOT NULL;

-- Counts the changes of an edge, for If-Match. Both rows of an edge are changed together.
ALTER TABLE data_lineage ADD COLUMN row_version bigint NOT NULL DEFAULT 1;
-- What the row's own company decided; and the edge is hidden from a company when only the other one rejected it.
ALTER TABLE data_lineage
  ADD COLUMN decision text CHECK (decision IN ('verified', 'rejected')),
  ADD COLUMN is_hidden boolean NOT NULL GENERATED ALWAYS AS
    (agreement_id IS NOT NULL AND verification_status = 'rejected' AND decision IS DISTINCT FROM 'rejected') STORED;
