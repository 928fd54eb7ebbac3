-- One API client per user. Requests see that there is one and write it; only a sign-in reads the hash.
CREATE TABLE api_credentials (
  user_id bigint PRIMARY KEY REFERENCES users,
  client_id text NOT NULL UNIQUE,
  secret_sha256 bytea NOT NULL CHECK (octet_length(secret_sha256) = 32),
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- Greater after each new secret: tokens obtained with an earlier secret are void.
  secret_change bigint NOT NULL DEFAULT nextval('role_change_seq'),
  -- Who created the credential or replaced its secret.
  made_by bigint
);
SELECT enable_row_security('api_credentials');
CREATE POLICY of_visible_user ON api_credentials TO identity_app, identity_all
  USING (EXISTS (SELECT FROM users u WHERE u.id = api_credentials.user_id));
REVOKE SELECT, UPDATE ON api_credentials FROM identity_app, identity_all;
GRANT SELECT (user_id, client_id, created_at, last_used_at, made_by),
      UPDATE (secret_sha256, salt, created_at, last_used_at, secret_change, made_by)
  ON api_credentials TO identity_app, identity_all;
-- A credential ends with its account, and when a link or an administrator sets the password.
GRANT SELECT, DELETE, UPDATE (last_used_at) ON api_credentials TO identity_system;
