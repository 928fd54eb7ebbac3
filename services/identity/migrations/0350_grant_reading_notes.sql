-- Reading free text is a permission of its own: who manages a company holds it, viewers do not. A company that has rows
-- of its own for a role keeps them and grants it itself. Forced row-level security holds for the owner too.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (role, permission, resource_type)
VALUES ('super_admin', 'notes:read', 'notes'), ('admin', 'notes:read', 'notes');
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
