-- Facts that the rules are checked against, gathered from other services. The newest row of a kind counts.
CREATE TABLE company_facts (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  facts jsonb NOT NULL,
  learned_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE storage_samples (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  sampled integer NOT NULL,
  well_formed integer NOT NULL,
  suspicious integer NOT NULL,
  sampled_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Values revealed: as the vault counted while decrypting, and as the trail says before and after that reading. Counts
-- are compared by their growth since the row before, because a crash loses some of the vault's counts.
CREATE TABLE reveal_comparisons (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  vault_values bigint NOT NULL,
  trail_values_before bigint NOT NULL,
  trail_values_after bigint NOT NULL,
  -- Since the beginning.
  unlogged bigint NOT NULL,
  -- Since the row before.
  newly_uncounted bigint NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Comparison of reveals in the trail with the consents of their time: one row per range of the trail.
CREATE TABLE reveal_judgements (
  company_id bigint NOT NULL,
  -- Leaves after the first up to the second: a range is judged once.
  after_leaf bigint NOT NULL,
  up_to_leaf bigint NOT NULL CHECK (up_to_leaf > after_leaf),
  covered integer NOT NULL,
  outside_purpose integer NOT NULL,
  after_withdrawal integer NOT NULL,
  gone integer NOT NULL,
  -- Ids of the first audit entries that were not covered.
  audit_ids bigint[] NOT NULL,
  judged_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, after_leaf)
);

-- Reveals to API clients, by purpose and field type.
CREATE TABLE reveal_ledger (
  company_id bigint NOT NULL,
  client_id text NOT NULL,
  purpose text NOT NULL,
  field_type text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  reveals bigint NOT NULL,
  PRIMARY KEY (company_id, client_id, purpose, field_type)
);

-- Reviews of the privileged users of a company.
CREATE TABLE access_reviews (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  reviewed_by bigint NOT NULL,
  reviewed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX access_reviews_id ON access_reviews (id);

-- Of the whole deployment, which has one tree.
CREATE TABLE log_verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  is_verified boolean NOT NULL,
  tree_size bigint NOT NULL,
  -- Root of the verified audit tree (RFC 6962).
  root_hash bytea,
  first_bad_index bigint,
  reason text,
  checkpoint_at timestamptz,
  verified_at timestamptz NOT NULL
);

SELECT isolate_by_company(
  'company_facts', 'storage_samples', 'reveal_comparisons', 'reveal_judgements', 'reveal_ledger', 'access_reviews'
);

-- Requests read and add reviews; runs write under the system role. Rows are not changed, but for the ledger's counts.
REVOKE INSERT ON company_facts, storage_samples, reveal_comparisons, reveal_judgements, reveal_ledger, log_verifications
  FROM compliance_app, compliance_all;
REVOKE UPDATE, DELETE ON company_facts, storage_samples, reveal_comparisons, reveal_judgements, reveal_ledger,
  access_reviews, log_verifications FROM compliance_app, compliance_all;
GRANT SELECT ON access_reviews TO compliance_system;
GRANT SELECT, INSERT ON company_facts, storage_samples, reveal_comparisons, reveal_judgements, reveal_ledger,
  log_verifications TO compliance_system;
GRANT UPDATE (last_at, reveals) ON reveal_ledger TO compliance_system;
