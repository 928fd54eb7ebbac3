-- Records of the company that were verified as the same person when it was erased. NULL: lineage did not answer.
ALTER TABLE erasures ADD COLUMN verified_same bigint[];

-- People that an import changed and did not create. The import lists those with other records in the company.
CREATE TABLE import_corrections (
  company_id bigint NOT NULL,
  import_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, import_id, individual_id),
  FOREIGN KEY (company_id, import_id) REFERENCES imports
);
SELECT isolate_by_company('import_corrections');
REVOKE UPDATE, DELETE ON import_corrections FROM vault_app, vault_all;
