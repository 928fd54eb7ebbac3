-- How long the keys counted in moved took, so that the rate of a rotation outlives the process that works on it.
ALTER TABLE field_key_rewraps ADD COLUMN moving_ms bigint NOT NULL DEFAULT 0 CHECK (moving_ms >= 0);
GRANT UPDATE (moving_ms) ON field_key_rewraps TO vault_app;
