-- Login sessions, and API and demo tokens: sessions for one company, with at most the permissions they name, valid as
-- long as the session or API client that they were created from. Before a company is known, so under identity_system
-- alone.
CREATE TABLE user_sessions (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL DEFAULT 'login' CHECK (kind IN ('login', 'api_token', 'demo_token')),
  -- SHA-256 of the context cookie of a browser's session.
  context_sha256 bytea CHECK (octet_length(context_sha256) = 32),
  ip_address text NOT NULL CHECK (length(ip_address) <= 45),
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_cause text,
  -- When the password was last given in a login session: creating or widening access needs it within five minutes.
  proven_at timestamptz CHECK (proven_at IS NULL OR kind = 'login'),
  -- When the second factor was given in a login session.
  factor_at timestamptz CHECK (factor_at IS NULL OR kind = 'login'),
  -- Facts of a login whose password was right and whose second factor is awaited.
  pending_attempt jsonb CHECK (pending_attempt IS NULL OR kind = 'login'),
  -- Of a token: who uses it, where, and with which permissions.
  actor_user_id bigint REFERENCES users,
  company_id bigint,
  role text,
  permissions text[],
  -- The login session, or the API client with the version of its secret, that it was created from.
  parent_session_id text,
  parent_client_id text,
  parent_secret_change bigint,
  CHECK (kind = 'login' OR (actor_user_id IS NOT NULL AND company_id IS NOT NULL AND role IS NOT NULL
    AND permissions IS NOT NULL AND (parent_session_id IS NULL) <> (parent_client_id IS NULL)))
);
CREATE INDEX user_sessions_user ON user_sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX user_sessions_actor ON user_sessions (actor_user_id) WHERE ended_at IS NULL AND actor_user_id IS NOT NULL;
CREATE INDEX user_sessions_parent ON user_sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;

-- The row is the right to create the first super_admin: the first insert gets it.
CREATE TABLE setup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  completed_at timestamptz NOT NULL DEFAULT now()
);

SELECT enable_row_security('user_sessions', 'setup');
REVOKE ALL ON user_sessions, setup FROM identity_app, identity_all;
GRANT SELECT, INSERT, DELETE ON user_sessions TO identity_system;
GRANT UPDATE (kind, last_seen_at, expires_at, ended_at, end_cause, proven_at, factor_at, pending_attempt, actor_user_id,
  company_id, role, permissions, parent_session_id, parent_client_id, parent_secret_change)
  ON user_sessions TO identity_system;
GRANT SELECT, INSERT ON setup TO identity_system;
