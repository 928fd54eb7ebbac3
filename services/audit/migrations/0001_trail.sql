-- The audit trail. company_id 0: an entry of the whole deployment. Every column up to "timestamp" is derived
-- from leaf; leaf is RFC 8785 JSON, leaf_hash = SHA-256(0x00 || salt || leaf). Rows are only inserted.
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
CREATE INDEX audit_user_actions_newest ON audit_trail (company_id, leaf_index)
  WHERE actor_type = 'user' AND action <> ALL (ARRAY['field_view', 'field_decrypt', 'data_search', 'link_view']);
CREATE INDEX audit_user_actions_user ON audit_trail (company_id, actor_id, leaf_index)
  WHERE actor_type = 'user' AND action <> ALL (ARRAY['field_view', 'field_decrypt', 'data_search', 'link_view']);
CREATE INDEX audit_user_actions_action ON audit_trail (company_id, action, leaf_index)
  WHERE actor_type = 'user' AND action <> ALL (ARRAY['field_view', 'field_decrypt', 'data_search', 'link_view']);

-- People that an entry about several people names (a page of external ids that was shown, a batch that was written):
-- one row per person. A report to a person (DPDP Act, s.11) looks up the person. An index on the list inside details
-- does not serve it: its operators are not leakproof, so the planner does not use them under row-level security.
-- Entries of background work, which shows no values to users, have no row.
CREATE TABLE trail_people (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  leaf_index bigint NOT NULL,
  PRIMARY KEY (company_id, individual_id, leaf_index)
);

-- The last number given per company, and when.
CREATE TABLE company_heads (
  company_id bigint PRIMARY KEY,
  last_seq bigint NOT NULL,
  last_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The last number taken in per producer. alarm: why the intake of this producer has stopped.
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

SELECT isolate_by_company('audit_trail', 'trail_people', 'company_heads', 'reveal_counts');

-- The specification's audit_user_actions: everything that users did, except reading data, which is most of the trail. A
-- view, so that no copy can differ from the trail. The conditions of audit_user_actions_* repeat the view's WHERE, so
-- that the planner can use these indexes.
CREATE VIEW audit_user_actions WITH (security_invoker = true) AS
  SELECT company_id, id, leaf_index, actor_id AS user_id, action,
    CASE
      WHEN action LIKE 'company\_%' THEN 'company'
      WHEN action LIKE 'link\_agreement\_%' THEN 'link_agreement'
      WHEN action LIKE 'link\_%' THEN 'data_lineage'
      WHEN action LIKE 'webhook\_%' THEN 'webhook'
      WHEN action LIKE 'access\_rule\_%' THEN 'access_rule'
      WHEN action LIKE 'address\_%' THEN 'ip_address'
      WHEN action LIKE 'key\_%' THEN 'encryption_key'
      WHEN action LIKE 'register\_%' THEN coalesce(details -> 'objectIds' ->> 'register', 'register')
      WHEN action LIKE 'report\_%' THEN 'report'
      WHEN action LIKE 'compliance\_%' THEN 'compliance_check'
      WHEN action LIKE 'import\_%' THEN 'import'
      WHEN action LIKE 'audit\_%' THEN 'audit_trail'
      WHEN action LIKE 'data\_%' OR action LIKE 'consent\_%' THEN 'individual'
      WHEN action = 'access_refused' THEN 'access'
      ELSE 'user'
    END AS resource_type,
    CASE
      WHEN action LIKE 'company\_%' OR action LIKE 'compliance\_%' THEN nullif(company_id, 0)::text
      WHEN action LIKE 'data\_%' OR action LIKE 'consent\_%' THEN individual_id::text
      WHEN action IN ('login_success', 'logout') THEN actor_id
      ELSE coalesce(details -> 'objectIds' ->> 'webhookId', details -> 'objectIds' ->> 'agreementId',
        details -> 'objectIds' ->> 'linkId', details -> 'objectIds' ->> 'rule', details -> 'objectIds' ->> 'ipAddress',
        details -> 'objectIds' ->> 'keyId', details -> 'objectIds' ->> 'entryId', details -> 'objectIds' ->> 'reportId',
        details -> 'objectIds' ->> 'importId', details -> 'objectIds' ->> 'userId')
    END AS resource_id,
    details, ip_address, user_agent, "timestamp"
  FROM audit_trail
  WHERE actor_type = 'user' AND action <> ALL (ARRAY['field_view', 'field_decrypt', 'data_search', 'link_view']);

-- Requests read; the appender inserts. No role updates or deletes an entry.
REVOKE INSERT, UPDATE, DELETE ON audit_trail, trail_people, company_heads, reveal_counts, audit_user_actions
  FROM audit_app, audit_all;
REVOKE ALL ON producer_heads FROM audit_app, audit_all;
GRANT SELECT, INSERT ON audit_trail, trail_people TO audit_system;
GRANT SELECT, INSERT, UPDATE ON company_heads, producer_heads, reveal_counts TO audit_system;
