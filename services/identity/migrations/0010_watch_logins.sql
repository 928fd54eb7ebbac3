-- What the security screens and the risk of a login read of the attempts.

-- E-mail addresses as attempts are grouped by them.
ALTER TABLE login_attempts ADD COLUMN email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED;
CREATE INDEX login_attempts_time ON login_attempts (created_at, id);
CREATE INDEX login_attempts_high_risk ON login_attempts (created_at, id) WHERE risk_score >= 70;
CREATE INDEX login_attempts_source ON login_attempts (ip_block, created_at);
CREATE INDEX login_attempts_device ON login_attempts (fingerprint, created_at) WHERE fingerprint IS NOT NULL;
CREATE INDEX login_attempts_account ON login_attempts (email_key, created_at);
DROP INDEX login_attempts_block;

-- An administrator sees the attempts of the users it sees; one for an address without an account is nobody's. The set
-- of ids is worked out once per statement, not per row.
CREATE POLICY of_visible_user ON login_attempts FOR SELECT TO identity_app
  USING (user_id IN (SELECT u.id FROM users u));
CREATE POLICY all_attempts ON login_attempts FOR SELECT TO identity_all USING (true);
GRANT SELECT ON login_attempts TO identity_app, identity_all;
GRANT DELETE ON login_attempts TO identity_system;

-- Blocked addresses hold for every company: a super_admin's, and the system's that enforces them.
ALTER TABLE blocked_ips
  ADD COLUMN range inet NOT NULL GENERATED ALWAYS AS (ip_address::inet) STORED,
  ADD COLUMN blocked_by bigint;
CREATE INDEX blocked_ips_range ON blocked_ips USING gist (range inet_ops);
CREATE POLICY all_blocks ON blocked_ips TO identity_all USING (true);
GRANT SELECT, INSERT, DELETE, UPDATE (reason, blocked_until, blocked_by) ON blocked_ips TO identity_all;
GRANT DELETE ON blocked_ips TO identity_system;

-- How many codes an account was mailed within a day: each bears five guesses.
ALTER TABLE login_codes
  ADD COLUMN day_began_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN sent_in_day integer NOT NULL DEFAULT 1;
