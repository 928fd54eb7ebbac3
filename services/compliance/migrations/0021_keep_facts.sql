-- What other services told, one row per kind and run; the newest of a kind is what the latest checks rest on.
CREATE TABLE company_facts (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  facts jsonb NOT NULL,
  learned_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Reveals of the trail that were compared with the consents of their time: one row per stretch of the trail.
CREATE TABLE reveal_judgements (
  company_id bigint NOT NULL,
  -- Leaves behind the first up to the second: a stretch is judged once.
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

-- To whom values went outside of the console: API clients, by purpose and type of field.
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

-- Somebody has gone through the privileged users of a company.
CREATE TABLE access_reviews (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  reviewed_by bigint NOT NULL,
  reviewed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX access_reviews_id ON access_reviews (id);

DO $policies$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['company_facts', 'reveal_judgements', 'reveal_ledger', 'access_reviews'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO compliance_app
      USING (company_id = ANY ((SELECT app.companies())::bigint[]))', tenant_table);
    EXECUTE format('CREATE POLICY all_companies ON %I TO compliance_all USING (true)', tenant_table);
    EXECUTE format('CREATE POLICY system ON %I TO compliance_system USING (true)', tenant_table);
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM compliance_app, compliance_all', tenant_table);
    EXECUTE format('GRANT SELECT ON %I TO compliance_system', tenant_table);
  END LOOP;
END
$policies$;
REVOKE INSERT ON company_facts, reveal_judgements, reveal_ledger FROM compliance_app, compliance_all;
GRANT INSERT ON company_facts, reveal_judgements, reveal_ledger TO compliance_system;
GRANT UPDATE (last_at, reveals) ON reveal_ledger TO compliance_system;
