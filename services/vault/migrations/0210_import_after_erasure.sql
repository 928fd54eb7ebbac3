-- Whether rows with the external id of an erased person are new relationships (afterErasure=create).
ALTER TABLE imports ADD COLUMN after_erasure text NOT NULL DEFAULT 'hold' CHECK (after_erasure IN ('hold', 'create'));
