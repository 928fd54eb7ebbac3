-- kind 8: people erased and values deleted. A second person approves more on a day (decision 0086).
ALTER TABLE budget_counts DROP CONSTRAINT budget_counts_kind_check,
  ADD CONSTRAINT budget_counts_kind_check CHECK (kind BETWEEN 1 AND 8);
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_kind_check CHECK (kind IN ('reveal', 'export', 'erase'));
