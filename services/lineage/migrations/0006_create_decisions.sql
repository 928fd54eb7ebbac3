-- What people decided about a pair, one standing decision per deciding company. The matcher keeps to it for ever.
CREATE TABLE decisions (
  company_id bigint NOT NULL,
  scope text NOT NULL,
  lo_company_id bigint NOT NULL,
  lo_individual_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  hi_individual_id bigint NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('verified', 'rejected')),
  -- AES-256-GCM under the company's text key: free text may hold personal data. Null without a note.
  note bytea,
  note_key_version integer,
  decided_by bigint NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id),
  CHECK ((lo_company_id, lo_individual_id) < (hi_company_id, hi_individual_id)),
  CHECK (company_id IN (lo_company_id, hi_company_id)),
  CHECK ((note IS NULL) = (note_key_version IS NULL))
);
CREATE INDEX decisions_lo ON decisions (scope, lo_company_id, lo_individual_id);
CREATE INDEX decisions_hi ON decisions (scope, hi_company_id, hi_individual_id);

-- Records of one company that are one person: the rows of an entity share its id. Who is alone has no row.
CREATE SEQUENCE entity_id;
GRANT USAGE ON SEQUENCE entity_id TO lineage_system;
CREATE TABLE entities (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  entity_id bigint NOT NULL,
  PRIMARY KEY (company_id, individual_id)
);
CREATE INDEX entities_members ON entities (company_id, entity_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['decisions', 'entities'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO lineage_app
      USING (company_id = ANY ((SELECT app.companies())::bigint[]))', t);
    EXECUTE format('CREATE POLICY all_companies ON %I TO lineage_all USING (true)', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
