-- When the password was last given in a session: what mints or widens access needs it to be at most five minutes ago.
-- Sessions from before this migration have none, and ask.
ALTER TABLE user_sessions ADD COLUMN proven_at timestamptz CHECK (proven_at IS NULL OR kind = 'login');
GRANT UPDATE (proven_at) ON user_sessions TO identity_system;

-- Who made an API credential, or replaced its secret; unknown for those from before this migration.
ALTER TABLE api_credentials ADD COLUMN made_by bigint;
GRANT SELECT (made_by), UPDATE (made_by) ON api_credentials TO identity_app, identity_all;
-- Credentials end with a password that is set by a link or an administrator, and with the account.
GRANT DELETE ON api_credentials TO identity_system;
