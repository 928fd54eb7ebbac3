-- Imports that wait for an answer, are tried a bounded number of times, and name the line of a refused row.
ALTER TABLE imports DROP CONSTRAINT imports_status_check;
ALTER TABLE imports ADD CONSTRAINT imports_status_check CHECK (status IN
  ('uploading', 'queued', 'needs_mapping', 'running', 'paused', 'done', 'failed', 'cancelled'));

-- Whether the whole file was looked through for what holds it. Imports of before this migration go on as they began.
ALTER TABLE imports ADD COLUMN is_surveyed boolean NOT NULL DEFAULT true;
ALTER TABLE imports ALTER COLUMN is_surveyed SET DEFAULT false;
-- Where bytes_read stands: the line of the file and the row of a spreadsheet that come next; NULL where not counted.
ALTER TABLE imports ADD COLUMN next_line bigint;
ALTER TABLE imports ADD COLUMN next_sheet_row bigint;
-- A paused import is not tried again before this.
ALTER TABLE imports ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT '-infinity';
-- Claims at this position that ended by the file's own fault or with their process.
ALTER TABLE imports ADD COLUMN tries integer NOT NULL DEFAULT 0;
-- HMAC of the answer that a held import was given, so that the same answer again changes nothing.
ALTER TABLE imports ADD COLUMN answer bytea CHECK (octet_length(answer) = 32);

DROP INDEX imports_fingerprint;
CREATE UNIQUE INDEX imports_fingerprint ON imports (company_id, fingerprint)
  WHERE status IN ('queued', 'needs_mapping', 'running', 'paused', 'done');

ALTER TABLE import_errors ADD COLUMN line bigint;
ALTER TABLE import_errors ADD COLUMN sheet_row bigint;

GRANT UPDATE (tries) ON imports TO vault_system;
