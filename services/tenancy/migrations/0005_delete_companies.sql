-- A company that has ended keeps its row, so that its id is never another's and the trail stays readable; nobody sees
-- it any more, and its code is free.
ALTER TABLE companies ADD COLUMN deleted_at timestamptz;
DROP INDEX companies_code;
CREATE UNIQUE INDEX companies_code ON companies (upper(code)) WHERE deleted_at IS NULL;
