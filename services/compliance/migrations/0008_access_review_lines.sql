-- A review is a list of accounts and API clients, each kept or revoked. Reviews of the release before have no lines
-- ('recorded').
ALTER TABLE access_reviews
  ALTER COLUMN reviewed_by DROP NOT NULL,
  ALTER COLUMN reviewed_at DROP NOT NULL,
  ADD COLUMN status text NOT NULL DEFAULT 'recorded' CHECK (status IN ('recorded', 'open', 'discarded', 'finished')),
  -- NULL in rows of the release before.
  ADD COLUMN started_by bigint,
  ADD COLUMN started_at timestamptz,
  -- Of its lines: all, the decided ones, and those that were revoked.
  ADD COLUMN lines integer NOT NULL DEFAULT 0,
  ADD COLUMN decided integer NOT NULL DEFAULT 0,
  ADD COLUMN revoked integer NOT NULL DEFAULT 0,
  -- The lines as canonical JSON, and a signed note (C2SP) with their SHA-256.
  ADD COLUMN snapshot bytea,
  ADD COLUMN snapshot_sha256 text,
  ADD COLUMN note text,
  ADD COLUMN key_id uuid,
  ADD COLUMN public_key bytea,
  ADD COLUMN row_version bigint NOT NULL DEFAULT 1,
  ADD CHECK ((status IN ('recorded', 'finished')) = (reviewed_at IS NOT NULL)),
  ADD CHECK ((status = 'finished') = (snapshot IS NOT NULL AND snapshot_sha256 IS NOT NULL AND note IS NOT NULL
    AND key_id IS NOT NULL AND public_key IS NOT NULL)),
  ADD CHECK (revoked <= decided AND decided <= lines);
CREATE UNIQUE INDEX access_reviews_open ON access_reviews (company_id) WHERE status = 'open';
-- The last review of a company, on which a check and a deadline depend.
CREATE INDEX access_reviews_finished ON access_reviews (company_id, id) WHERE status = 'finished';
GRANT UPDATE (status, reviewed_by, reviewed_at, decided, revoked, snapshot, snapshot_sha256, note, key_id, public_key,
  row_version) ON access_reviews TO compliance_app, compliance_all;

-- Ids and facts of accounts; no name. Ids increase in the order in which the lines are shown.
CREATE TABLE access_review_lines (
  company_id bigint NOT NULL,
  review_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('account', 'credential')),
  user_id bigint NOT NULL,
  role text NOT NULL,
  via text NOT NULL CHECK (via IN ('super_admin', 'all_companies', 'primary_company', 'company_role')),
  default_role text,
  status text NOT NULL,
  has_second_factor boolean NOT NULL,
  client_id text CHECK ((kind = 'credential') = (client_id IS NOT NULL)),
  may_erase boolean NOT NULL,
  former_secret_until timestamptz,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  is_dormant boolean NOT NULL,
  decision text CHECK (decision IN ('keep', 'revoke')),
  reason text CHECK (reason IN ('left', 'duties', 'unused', 'unknown', 'other')),
  decided_by bigint,
  decided_at timestamptz,
  act text CHECK (act IN ('role_removed', 'account_deactivated', 'credential_revoked', 'gone')),
  row_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, review_id, id),
  FOREIGN KEY (company_id, review_id) REFERENCES access_reviews,
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  CHECK ((act IS NOT NULL) = (decision IS NOT DISTINCT FROM 'revoke'))
);
CREATE UNIQUE INDEX access_review_lines_id ON access_review_lines (id);
CREATE INDEX access_review_lines_open ON access_review_lines (company_id, review_id, id) WHERE decision IS NULL;

SELECT isolate_by_company('access_review_lines');
REVOKE UPDATE, DELETE ON access_review_lines FROM compliance_app, compliance_all;
GRANT UPDATE (decision, reason, decided_by, decided_at, act, row_version)
  ON access_review_lines TO compliance_app, compliance_all;
