/**
 * Roles with company:manage and pii:reveal in company $1, for a WITH clause. The company's rows of a role replace its
 * general ones, as in permissionsOf.
 */
export const APPROVING_ROLES = `approving AS (
  SELECT role FROM role_permissions AS p WHERE permission IN ('company:manage', 'pii:reveal')
    AND CASE WHEN role <> 'super_admin'
        AND EXISTS (SELECT FROM role_permissions AS o WHERE o.role = p.role AND o.company_id = $1::bigint)
      THEN p.company_id = $1::bigint ELSE p.company_id IS NULL END
  GROUP BY role HAVING count(DISTINCT permission) = 2
)`;
