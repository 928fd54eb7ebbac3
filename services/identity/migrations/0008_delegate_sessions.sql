-- API tokens and demo tokens are sessions of their own kind: for one company, with at most the rights they name, and
-- only as long as what they were made from lives.
ALTER TABLE user_sessions
  ADD COLUMN kind text NOT NULL DEFAULT 'login' CHECK (kind IN ('login', 'api_token', 'demo_token')),
  ADD COLUMN actor_user_id bigint REFERENCES users,
  ADD COLUMN company_id bigint,
  ADD COLUMN role text,
  ADD COLUMN permissions text[],
  -- The login session, or the API client with the version of its secret, that it was made from.
  ADD COLUMN parent_session_id text,
  ADD COLUMN parent_client_id text,
  ADD COLUMN parent_secret_change bigint,
  ADD CHECK (kind = 'login' OR (actor_user_id IS NOT NULL AND company_id IS NOT NULL AND role IS NOT NULL
    AND permissions IS NOT NULL AND (parent_session_id IS NULL) <> (parent_client_id IS NULL)));
CREATE INDEX user_sessions_actor ON user_sessions (actor_user_id) WHERE ended_at IS NULL AND actor_user_id IS NOT NULL;
CREATE INDEX user_sessions_parent ON user_sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;

-- Whether what a session was made from still lives; true for a login.
CREATE FUNCTION has_live_parent(s user_sessions) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.kind = 'login' THEN true
    WHEN NOT EXISTS (SELECT FROM users a WHERE a.id = s.actor_user_id AND a.status = 'active' AND a.deleted_at IS NULL)
      THEN false
    WHEN s.parent_session_id IS NOT NULL THEN EXISTS (
      SELECT FROM user_sessions p WHERE p.id = s.parent_session_id AND p.ended_at IS NULL AND p.expires_at > now())
    ELSE EXISTS (SELECT FROM api_credentials c
      WHERE c.client_id = s.parent_client_id AND c.secret_change = s.parent_secret_change)
  END
$$;

-- Newest change of what the maker of a token may do: of its roles and, for an API client, of its secret. 0 for a login.
CREATE FUNCTION delegation_version(s user_sessions) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(greatest(
    (SELECT u.role_change FROM users u WHERE u.id = s.actor_user_id),
    (SELECT max(r.role_change) FROM user_company_roles r WHERE r.user_id = s.actor_user_id),
    s.parent_secret_change), 0)
$$;
GRANT UPDATE (kind, actor_user_id, company_id, role, permissions, parent_session_id, parent_client_id,
              parent_secret_change) ON user_sessions TO identity_system;
