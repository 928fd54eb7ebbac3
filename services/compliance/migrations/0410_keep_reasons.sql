-- Keys and parameters of what a check found, so that a reader has it in another language. Checks made before have none.
ALTER TABLE compliance_checks ADD COLUMN reasons jsonb NOT NULL DEFAULT '[]';
