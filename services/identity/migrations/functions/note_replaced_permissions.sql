-- Notes in former_permissions the general permissions of a role that the first rows of a company replace there.
CREATE OR REPLACE FUNCTION note_replaced_permissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.former_permissions (role, permission, company_id)
  SELECT p.role, p.permission, a.company_id
  FROM (SELECT DISTINCT role, company_id FROM added WHERE company_id IS NOT NULL) AS a
  JOIN identity.role_permissions AS p ON p.role = a.role AND p.company_id IS NULL
  WHERE NOT EXISTS (SELECT FROM identity.role_permissions AS o WHERE o.role = a.role AND o.company_id = a.company_id
    AND o.id NOT IN (SELECT id FROM added));
  RETURN NULL;
END
$$;

SELECT ensure_trigger('role_permissions', 'note_replaced_permissions', $trigger$
  CREATE TRIGGER note_replaced_permissions AFTER INSERT ON role_permissions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_replaced_permissions()
$trigger$);
