-- Idempotency-Keys and the outcome of their calls. company_id 0: a call that belongs to no company.
CREATE TABLE idempotency (
  company_id bigint NOT NULL,
  principal text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  request_hmac bytea NOT NULL CHECK (octet_length(request_hmac) = 32),
  status integer NOT NULL,
  ids jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, principal, route, key)
);
CREATE INDEX idempotency_created_at ON idempotency USING brin (created_at);
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency FORCE ROW LEVEL SECURITY;

DO $grants$
DECLARE
  svc text := current_schema();
BEGIN
  EXECUTE format('CREATE POLICY tenant ON idempotency TO %I
    USING (company_id = 0 OR company_id = ANY ((SELECT app.companies())::bigint[]))', svc || '_app');
  EXECUTE format('CREATE POLICY all_companies ON idempotency TO %I USING (true)', svc || '_all');
  EXECUTE format('CREATE POLICY system ON idempotency TO %I USING (true)', svc || '_system');
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON idempotency TO %I', svc || '_system');
END
$grants$;
