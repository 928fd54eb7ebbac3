-- What the decrypt function counted, apart from the audit entries (SEC-C1). Written in batches by one flusher
-- per process; nothing that serves a request waits for these rows.
CREATE TABLE reveal_counts (
  company_id bigint NOT NULL,
  hour timestamptz NOT NULL,
  ticket text NOT NULL CHECK (ticket IN ('reveal', 'view', 'work')),
  value_count bigint NOT NULL,
  ticket_count bigint NOT NULL,
  PRIMARY KEY (company_id, hour, ticket)
);
ALTER TABLE reveal_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE reveal_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON reveal_counts TO vault_system USING (true);
REVOKE ALL ON reveal_counts FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE ON reveal_counts TO vault_system;
