-- Attempts of a source, a device and an account are counted from the index alone: those of an attack lie scattered over
-- the table.
DROP INDEX login_attempts_source;
CREATE INDEX login_attempts_source ON login_attempts (ip_block, created_at)
  INCLUDE (id, success, blocked, email_key, user_id, ip_address);
DROP INDEX login_attempts_device;
CREATE INDEX login_attempts_device ON login_attempts (fingerprint, created_at)
  INCLUDE (id, success, blocked, email_key, user_id, ip_address) WHERE fingerprint IS NOT NULL;
DROP INDEX login_attempts_account;
CREATE INDEX login_attempts_account ON login_attempts (email_key, created_at)
  INCLUDE (id, success, blocked, user_id, ip_address);
