-- Turns in a row whose process died, or was blocked until its lease ended, before the import made progress.
ALTER TABLE imports ADD COLUMN lost_turns integer NOT NULL DEFAULT 0;
GRANT UPDATE (lost_turns) ON imports TO vault_system;
