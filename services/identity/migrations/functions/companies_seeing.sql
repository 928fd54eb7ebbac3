-- The companies whose administrators see a user, in order; none for a super_admin and for a deleted user.
CREATE OR REPLACE FUNCTION companies_seeing(one bigint) RETURNS bigint[] LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT coalesce(array_agg(DISTINCT m.company_id ORDER BY m.company_id), '{}')
  FROM users u CROSS JOIN LATERAL (
    SELECT u.company_id WHERE u.company_id IS NOT NULL
    UNION ALL
    SELECT r.company_id FROM user_company_roles r WHERE r.user_id = u.id AND r.is_active) AS m
  WHERE u.id = one AND u.role <> 'super_admin' AND u.deleted_at IS NULL;
END;
