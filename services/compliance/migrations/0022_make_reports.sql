-- Root of the audit tree that was verified (RFC 6962), for whoever relies on the checks.
ALTER TABLE log_verifications ADD COLUMN root_hash bytea;

-- Reports: asked for, made by a job, kept.
CREATE TABLE reports (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  regulation_type text NOT NULL CHECK (regulation_type IN ('dpdp', 'gdpr', 'hipaa', 'pci_dss', 'all')),
  format text NOT NULL CHECK (format IN ('pdf', 'csv', 'json')),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'done', 'failed')),
  problem text,
  -- Who asked for it: asked again whether it still may, before the job makes it.
  created_by bigint NOT NULL,
  created_client text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- A process that makes it holds it until then.
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  attempts integer NOT NULL DEFAULT 0,
  -- The file: base64, sealed under the company's text key and bound to text_id.
  text_id uuid NOT NULL,
  file bytea,
  file_key_version integer,
  size bigint,
  sha256 text,
  PRIMARY KEY (company_id, id),
  CHECK ((status = 'done') = (file IS NOT NULL))
);
CREATE UNIQUE INDEX reports_id ON reports (id);
CREATE INDEX reports_waiting ON reports (leased_until) WHERE status = 'queued';

ALTER TABLE reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE reports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reports TO compliance_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON reports TO compliance_all USING (true);
CREATE POLICY system ON reports TO compliance_system USING (true);
REVOKE UPDATE, DELETE ON reports FROM compliance_app, compliance_all;
GRANT SELECT, UPDATE ON reports TO compliance_system;
