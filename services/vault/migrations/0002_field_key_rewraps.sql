-- Rewrapping of data keys and import keys from retiring versions of a company's field key to the active one. One row
-- per company, from its first rotation on.
CREATE TABLE field_key_rewraps (
  company_id bigint PRIMARY KEY CHECK (company_id > 0),
  active_version integer NOT NULL CHECK (active_version > 0),
  -- Nothing wrapped under an older version is stored; triggers hold every writer to it
  -- (functions/require_active_field_key.sql).
  lowest_version integer NOT NULL DEFAULT 1 CHECK (lowest_version BETWEEN 1 AND active_version),
  noticed_at timestamptz NOT NULL DEFAULT now(),
  -- First time that nothing was found under an older version.
  emptied_at timestamptz,
  -- Keys moved since noticed_at, and how long that took: the rate outlives the process.
  moved bigint NOT NULL DEFAULT 0,
  moving_ms bigint NOT NULL DEFAULT 0 CHECK (moving_ms >= 0),
  finished_at timestamptz,
  -- Next check; one process works on a company until its lease ends.
  due_at timestamptz NOT NULL DEFAULT now(),
  lease_holder uuid,
  lease_expires_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX field_key_rewraps_open ON field_key_rewraps (due_at) WHERE finished_at IS NULL;

SELECT isolate_by_company('field_key_rewraps');
REVOKE INSERT, UPDATE, DELETE ON field_key_rewraps FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE ON field_key_rewraps TO vault_system;
-- A chunk is counted and its lease extended in the transaction that moves it.
GRANT UPDATE (moved, moving_ms, lease_expires_at) ON field_key_rewraps TO vault_app;
