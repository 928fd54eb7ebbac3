-- Whether the session or API client that a session was created from is still valid; true for a login. A parent session
-- ends after 30 minutes without use (IDLE_LIFE_MS of src/sessions/session.ts), and the use of its tokens is none. A
-- token of an API client ends with the secret that created it: a former one ends with its overlap or at the next
-- rotation.
CREATE OR REPLACE FUNCTION has_live_parent(s user_sessions) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.kind = 'login' THEN true
    WHEN NOT EXISTS (SELECT FROM users a WHERE a.id = s.actor_user_id AND a.status = 'active' AND a.deleted_at IS NULL)
      THEN false
    WHEN s.parent_session_id IS NOT NULL THEN EXISTS (
      SELECT FROM user_sessions p WHERE p.id = s.parent_session_id AND p.ended_at IS NULL AND p.expires_at > now()
        AND p.last_seen_at > now() - interval '30 minutes')
    ELSE EXISTS (SELECT FROM api_credentials c
      WHERE c.client_id = s.parent_client_id AND (c.secret_change = s.parent_secret_change
        OR (c.former_secret_change = s.parent_secret_change AND c.former_until > now())))
  END
$$;
