-- Tables of the platform, the same in the schema of every service.

-- Events and audit entries of committed transactions, until the relay has shipped them. Rows carry no sequence
-- number: a counter row would make every writer wait for every other one.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL DEFAULT uuidv7(),
  topic text NOT NULL,
  key text NOT NULL,
  company_id bigint,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);

-- One row: who may number and ship (fence), under which numbering period (epoch), and the batch that has its
-- numbers but is not known to be published. A restore raises epoch and clears the rest.
CREATE TABLE relay_lease (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  holder text,
  fence bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity',
  epoch bigint NOT NULL DEFAULT 1,
  inflight_ids bigint[] NOT NULL DEFAULT '{}',
  inflight_seqs bigint[] NOT NULL DEFAULT '{}',
  CHECK (cardinality(inflight_ids) = cardinality(inflight_seqs))
) WITH (fillfactor = 50);
INSERT INTO relay_lease DEFAULT VALUES;

CREATE TABLE relay_topic (
  topic text NOT NULL,
  epoch bigint NOT NULL,
  last_seq bigint NOT NULL,
  PRIMARY KEY (topic, epoch)
) WITH (fillfactor = 50);

-- Messages whose effect is committed: written in the effect's transaction.
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_received_at ON inbox USING brin (received_at);

-- Messages set aside, and those that came later for the same key.
CREATE TABLE dead_letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer text NOT NULL,
  topic text NOT NULL,
  key text NOT NULL,
  event_id uuid NOT NULL,
  company_id bigint,
  producer text NOT NULL,
  epoch bigint NOT NULL,
  seq bigint NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  UNIQUE (consumer, event_id)
);
CREATE INDEX dead_letter_key ON dead_letter (consumer, key);

-- company_id 0: a call that belongs to no company.
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
  role_app text := svc || '_app';
  role_all text := svc || '_all';
  role_system text := svc || '_system';
BEGIN
  -- Requests write events and never read them; relay state is the relay's alone.
  EXECUTE format('REVOKE SELECT, UPDATE, DELETE ON outbox FROM %I, %I', role_app, role_all);
  EXECUTE format('REVOKE ALL ON relay_lease, relay_topic, dead_letter FROM %I, %I', role_app, role_all);
  EXECUTE format('REVOKE UPDATE, DELETE ON inbox FROM %I, %I', role_app, role_all);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON outbox, inbox, idempotency, dead_letter TO %I', role_system);
  EXECUTE format('GRANT SELECT, UPDATE ON relay_lease TO %I', role_system);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON relay_topic TO %I', role_system);
  EXECUTE format('CREATE POLICY tenant ON idempotency TO %I
    USING (company_id = 0 OR company_id = ANY ((SELECT app.companies())::bigint[]))', role_app);
  EXECUTE format('CREATE POLICY all_companies ON idempotency TO %I USING (true)', role_all);
  EXECUTE format('CREATE POLICY system ON idempotency TO %I USING (true)', role_system);
END
$grants$;
