-- The identifier model ends. Its edges get levels and weights, and stay until their scopes have been brought to
-- encoding 2, whose models cannot score handles alone.
UPDATE data_lineage e SET
  levels = (SELECT array_agg(CASE c.value->>'level' WHEN 'equal' THEN 2 WHEN 'different' THEN 1 ELSE 0 END ORDER BY n.at)
    FROM unnest(ARRAY['name', 'address', 'dob', 'aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id'])
      WITH ORDINALITY AS n(field, at)
    LEFT JOIN jsonb_array_elements(e.comparisons) c ON c.value->>'field' = n.field),
  weights = (SELECT array_agg(coalesce((c.value->>'weight')::real, 0) ORDER BY n.at)
    FROM unnest(ARRAY['prior', 'name', 'address', 'dob', 'aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id',
      'rarity', 'household']) WITH ORDINALITY AS n(field, at)
    LEFT JOIN jsonb_array_elements(e.comparisons) c ON c.value->>'field' = n.field)
  WHERE levels IS NULL;
ALTER TABLE data_lineage ALTER COLUMN levels SET NOT NULL, ALTER COLUMN weights SET NOT NULL, DROP COLUMN comparisons;

INSERT INTO match_backfills (company_id, scope, encoding_version)
  SELECT DISTINCT company_id, scope, 2 FROM identifier_records;
INSERT INTO match_backfills (company_id, scope, encoding_version)
  SELECT company_id, 'cross:' || agreement_id, 2 FROM agreement_scopes WHERE backfill_after IS NOT NULL
  ON CONFLICT DO NOTHING;
ALTER TABLE agreement_scopes DROP COLUMN backfill_after;
DROP TABLE identifier_tokens;
DROP TABLE identifier_records;

-- Tombstones: features that were pulled before an erasure and come after it are not kept.
CREATE TABLE erased_individuals (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, individual_id)
);
ALTER TABLE erased_individuals ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_individuals FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON erased_individuals TO lineage_system USING (true);
REVOKE ALL ON erased_individuals FROM lineage_app, lineage_all;
GRANT SELECT, INSERT ON erased_individuals TO lineage_system;
