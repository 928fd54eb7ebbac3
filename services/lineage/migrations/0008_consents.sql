-- People without live consent for a value that could link them: pairs inside their company show a grade only. A pair
-- becomes a grade when it is matched after the consent ended, and keeps it until there is consent again.
CREATE TABLE withheld_people (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, individual_id)
);

-- People whose consent for a value that links them ends at a known time, without a further write. Inside a company
-- their pairs then show a grade; across companies their features are pulled again.
CREATE TABLE consent_ends (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  scope text NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, individual_id, scope)
);
CREATE INDEX consent_ends_due ON consent_ends (ends_at);

-- Tombstones: features that were pulled before an erasure and arrive after it are not stored.
CREATE TABLE erased_individuals (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, individual_id)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['withheld_people', 'consent_ends', 'erased_individuals'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    -- Matching is work without a user: requests have no access to these tables.
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;
REVOKE UPDATE, DELETE ON erased_individuals FROM lineage_system;
