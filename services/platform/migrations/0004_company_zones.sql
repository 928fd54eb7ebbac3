-- Time zone of each company, by which its days are counted; copied from tenancy (src/domain/company-days).
-- company_id 0: the zone of the deployment, for rows without a company and for companies that are not copied yet.
CREATE TABLE company_zones (
  company_id bigint PRIMARY KEY CHECK (company_id >= 0),
  time_zone text NOT NULL
);

DO $grants$
DECLARE
  svc text := current_schema();
BEGIN
  EXECUTE format('REVOKE ALL ON company_zones FROM %I, %I', svc || '_app', svc || '_all');
  EXECUTE format('GRANT SELECT ON company_zones TO %I, %I', svc || '_app', svc || '_all');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON company_zones TO %I', svc || '_system');
END
$grants$;
