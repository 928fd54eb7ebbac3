-- Newest change of the permissions of a token's creator: of its roles and, for an API client, of its secret. 0 for a
-- login.
CREATE OR REPLACE FUNCTION delegation_version(s user_sessions) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(greatest(
    (SELECT u.role_change FROM users u WHERE u.id = s.actor_user_id),
    (SELECT max(r.role_change) FROM user_company_roles r WHERE r.user_id = s.actor_user_id),
    s.parent_secret_change), 0)
$$;
