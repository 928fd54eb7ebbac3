-- Aadhaar, PAN, phone and e-mail of erased people, as handles under the company's index key: they show that the person
-- returns in a record with another external id, or without one. Kept as long as erased_external_ids.
CREATE TABLE erased_identifiers (
  company_id bigint NOT NULL,
  field_type smallint NOT NULL CHECK (field_type BETWEEN 1 AND 4),
  key_version integer NOT NULL,
  handle bytea NOT NULL CHECK (octet_length(handle) = 16),
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, field_type, key_version, handle, individual_id),
  FOREIGN KEY (company_id, individual_id) REFERENCES erasures
);
CREATE INDEX erased_identifiers_by_individual ON erased_identifiers (individual_id, company_id);

-- Name and birth date of an erased person, as HMACs under the index key and the person's id: a shared phone or e-mail
-- refuses no other member of the family. Equal names of two people have different HMACs.
CREATE TABLE erased_traits (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  key_version integer NOT NULL,
  -- See src/records/erased-traits.ts.
  traits jsonb NOT NULL,
  PRIMARY KEY (company_id, individual_id),
  FOREIGN KEY (company_id, individual_id) REFERENCES erasures
);

SELECT isolate_by_company('erased_identifiers', 'erased_traits');
REVOKE UPDATE, DELETE ON erased_identifiers, erased_traits FROM vault_app, vault_all;
REVOKE INSERT ON erased_identifiers, erased_traits FROM vault_all;
