-- To see which people are linked across companies, and not only how many (decision 0040): every role that reads lineage has
-- it but analytics, which reads figures.
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (role, permission, resource_type, company_id)
SELECT role, 'lineage:pairs', 'lineage', company_id FROM role_permissions
WHERE permission = 'lineage:read' AND role <> 'analytics'
ON CONFLICT DO NOTHING;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
