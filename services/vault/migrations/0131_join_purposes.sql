-- Brings what earlier versions stored to the rule of 0130. Until now an entry covered the fields that named it, and no
-- others, and a withdrawal ended with any value that was given after it. The history stays as it is.
ALTER TABLE consents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pii_fields NO FORCE ROW LEVEL SECURITY;
ALTER TABLE imports NO FORCE ROW LEVEL SECURITY;

-- Bit 0 is no type, so an entry whose fields are all destroyed covers nothing.
UPDATE consents c SET type_mask = coalesce((
  SELECT bit_or(1 << f.field_type) FROM pii_fields f
  WHERE f.company_id = c.company_id AND f.individual_id = c.individual_id AND f.consent_seq = c.seq), 1)
WHERE NOT c.is_withdrawal AND c.seq > 1;

-- Nobody kept whether a date was stated. One that is the time of the entry, or of an import of the company, was not.
UPDATE consents c SET is_dated = true
WHERE NOT c.is_withdrawal AND c.seq > 1
  AND c.given_at NOT BETWEEN c.recorded_at - interval '2 seconds' AND c.recorded_at + interval '2 seconds'
  AND NOT EXISTS (SELECT FROM imports i WHERE i.company_id = c.company_id
    AND i.created_at BETWEEN c.given_at - interval '2 seconds' AND c.given_at + interval '10 seconds');

-- A field whose value was given again for another purpose keeps the purposes from before.
UPDATE pii_fields f SET consent_seq = e.first
FROM (
  SELECT v.company_id, v.individual_id, v.field_type, min(v.consent_seq) AS first
  FROM pii_fields v
  WHERE v.state <> 3 AND v.consent_seq > 0 AND v.version > coalesce((
    SELECT max(s.version) FROM pii_fields s
    WHERE s.company_id = v.company_id AND s.individual_id = v.individual_id AND s.field_type = v.field_type AND s.state = 3), 0)
  GROUP BY v.company_id, v.individual_id, v.field_type
  HAVING count(*) > 1) e
WHERE f.company_id = e.company_id AND f.individual_id = e.individual_id AND f.field_type = e.field_type
  AND f.state = 1 AND f.consent_seq > e.first;

ALTER TABLE consents FORCE ROW LEVEL SECURITY;
ALTER TABLE pii_fields FORCE ROW LEVEL SECURITY;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
