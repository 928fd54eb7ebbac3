-- Who judges a login counts attempts that were tried, and so does who looks for attacks. Untried ones are in no index of
-- theirs: a crowd that was turned away would be read through to count none of it.
DROP INDEX login_attempts_source;
CREATE INDEX login_attempts_source ON login_attempts (ip_block, created_at)
  INCLUDE (id, success, blocked, email_key, user_id, ip_address) WHERE NOT untried;
DROP INDEX login_attempts_device;
CREATE INDEX login_attempts_device ON login_attempts (fingerprint, created_at)
  INCLUDE (id, success, blocked, email_key, user_id, ip_address) WHERE fingerprint IS NOT NULL AND NOT untried;
DROP INDEX login_attempts_account;
CREATE INDEX login_attempts_account ON login_attempts (email_key, created_at)
  INCLUDE (id, success, blocked, user_id, ip_address) WHERE NOT untried;
