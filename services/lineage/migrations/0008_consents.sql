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

-- Matching is work without a user: requests have no access to these tables.
SELECT reserve_for_system('withheld_people', 'consent_ends', 'erased_individuals');
REVOKE UPDATE, DELETE ON erased_individuals FROM lineage_system;
