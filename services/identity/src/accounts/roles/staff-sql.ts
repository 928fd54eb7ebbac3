/**
 * Active users with a role in company $1, for a WITH clause: id, role there and is_super. The role is the active
 * company role, else the default role.
 */
export const STAFF = `staff AS (
  SELECT u.id, u.email, u.first_name, u.role = 'super_admin' AS is_super,
    CASE u.role WHEN 'super_admin' THEN u.role ELSE coalesce(r.role, u.role) END AS role
  FROM users AS u
  LEFT JOIN user_company_roles AS r ON r.user_id = u.id AND r.company_id = $1::bigint AND r.is_active
  WHERE u.deleted_at IS NULL AND u.status = 'active'
    AND (u.company_id = $1::bigint OR u.company_id IS NULL OR r.role IS NOT NULL OR u.role = 'super_admin')
)`;

/**
 * Roles with all of the permissions in company $1, for a WITH clause. The company's rows of a role replace its general
 * ones, as in permissionsOf.
 */
export const rolesWith = (name: string, permissions: readonly string[]): string => `${name} AS (
  SELECT role FROM role_permissions AS p WHERE permission IN (${permissions.map((one) => `'${one}'`).join(', ')})
    AND CASE WHEN role <> 'super_admin'
        AND EXISTS (SELECT FROM role_permissions AS o WHERE o.role = p.role AND o.company_id = $1::bigint)
      THEN p.company_id = $1::bigint ELSE p.company_id IS NULL END
  GROUP BY role HAVING count(DISTINCT permission) = ${permissions.length}
)`;
