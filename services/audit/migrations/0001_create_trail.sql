-- The trail itself. company_id 0: an entry of the whole deployment. Every column up to "timestamp" is derived
-- from leaf; leaf is RFC 8785 JSON, leaf_hash = SHA-256(0x00 || salt || leaf). Rows are only ever inserted.
CREATE TABLE audit_trail (
  company_id bigint NOT NULL,
  leaf_index bigint NOT NULL CHECK (leaf_index >= 0),
  id bigint GENERATED ALWAYS AS (leaf_index + 1) VIRTUAL,
  company_seq bigint NOT NULL CHECK (company_seq > 0),
  producer text NOT NULL,
  epoch bigint NOT NULL,
  seq bigint NOT NULL,
  individual_id bigint,
  pii_field_id bigint,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  details jsonb NOT NULL,
  compliance_flags jsonb NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  "timestamp" timestamptz NOT NULL,
  leaf bytea NOT NULL,
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  leaf_hash bytea NOT NULL CHECK (octet_length(leaf_hash) = 32),
  PRIMARY KEY (company_id, leaf_index)
);
CREATE UNIQUE INDEX audit_trail_leaf_index ON audit_trail (leaf_index);
CREATE UNIQUE INDEX audit_trail_number ON audit_trail (producer, epoch, seq);
CREATE INDEX audit_trail_action ON audit_trail (company_id, action, leaf_index);
CREATE INDEX audit_trail_actor ON audit_trail (company_id, actor_id, leaf_index);
CREATE INDEX audit_trail_individual ON audit_trail (company_id, individual_id, leaf_index)
  WHERE individual_id IS NOT NULL;
CREATE INDEX audit_trail_pii_field ON audit_trail (company_id, pii_field_id, leaf_index)
  WHERE pii_field_id IS NOT NULL;

-- Hashes of complete subtrees: level 0 are the leaves, (level, index) covers leaves index * 2^level and on.
CREATE TABLE tree_nodes (
  level smallint NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (level, index)
);

CREATE TABLE tree_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  size bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO tree_state (size) VALUES (0);

-- The last number taken per company, and when; the last number taken in per producer.
CREATE TABLE company_heads (
  company_id bigint PRIMARY KEY,
  last_seq bigint NOT NULL,
  last_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- alarm: why the intake of this producer stands still.
CREATE TABLE producer_heads (
  producer text PRIMARY KEY,
  epoch bigint NOT NULL,
  last_seq bigint NOT NULL,
  alarm text,
  alarm_at timestamptz
) WITH (fillfactor = 50);

-- Sums over the entries with decision "allowed", per kind of ticket.
CREATE TABLE reveal_counts (
  company_id bigint NOT NULL,
  ticket text NOT NULL,
  entries bigint NOT NULL,
  decrypted_values bigint NOT NULL,
  PRIMARY KEY (company_id, ticket)
) WITH (fillfactor = 50);

ALTER TABLE audit_trail ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_trail FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_trail TO audit_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON audit_trail TO audit_all USING (true);
CREATE POLICY system ON audit_trail TO audit_system USING (true);

ALTER TABLE company_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON company_heads TO audit_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON company_heads TO audit_all USING (true);
CREATE POLICY system ON company_heads TO audit_system USING (true);

ALTER TABLE reveal_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE reveal_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reveal_counts TO audit_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON reveal_counts TO audit_all USING (true);
CREATE POLICY system ON reveal_counts TO audit_system USING (true);

-- What the specification calls audit_user_actions: the entries of user administration. A view, so that
-- there is no second copy that could differ from the trail.
CREATE VIEW audit_user_actions WITH (security_invoker = true) AS
  SELECT company_id, id, leaf_index, actor_id AS user_id, action, 'user'::text AS resource_type,
         details -> 'objectIds' ->> 'userId' AS resource_id, details, ip_address, user_agent, "timestamp"
  FROM audit_trail
  WHERE action IN ('user_create', 'user_update', 'user_delete', 'role_assign', 'role_remove',
                   'credentials_generate', 'credentials_rotate', 'credentials_revoke', 'setup_admin');

-- Requests read; the one appender inserts. Nobody updates or deletes an entry or a hash.
REVOKE INSERT, UPDATE, DELETE ON audit_trail, tree_nodes, tree_state, company_heads, reveal_counts,
  audit_user_actions FROM audit_app, audit_all;
REVOKE ALL ON producer_heads FROM audit_app, audit_all;
GRANT SELECT, INSERT ON audit_trail, tree_nodes TO audit_system;
GRANT SELECT, UPDATE ON tree_state TO audit_system;
GRANT SELECT, INSERT, UPDATE ON company_heads, producer_heads, reveal_counts TO audit_system;
