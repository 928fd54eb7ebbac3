-- Roles that must have a second factor in a company, beyond those of the deployment.
CREATE TABLE factor_policies (
  company_id bigint PRIMARY KEY,
  roles text[] NOT NULL,
  updated_by bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE factor_policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE factor_policies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON factor_policies TO identity_app
  USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON factor_policies TO identity_all USING (true);
CREATE POLICY system ON factor_policies TO identity_system USING (true);
REVOKE DELETE ON factor_policies FROM identity_app, identity_all;
GRANT SELECT ON factor_policies TO identity_system;
