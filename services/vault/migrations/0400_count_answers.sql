-- kind 6: answers that tell whether a stored value is equal to the one that was sent; 7: the same of imports. Both are counted
-- by the hour: purpose is the UTC hour, 00 to 23 (src/budgets/answer-guard.ts).
ALTER TABLE budget_counts DROP CONSTRAINT budget_counts_kind_check;
ALTER TABLE budget_counts ADD CONSTRAINT budget_counts_kind_check CHECK (kind BETWEEN 1 AND 7);
