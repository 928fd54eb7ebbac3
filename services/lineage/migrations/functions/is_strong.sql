-- Whether a pair is graded strong. Computed from identifiers alone, so it discloses nothing about names, addresses and
-- birth dates (links/grade.ts).
CREATE OR REPLACE FUNCTION is_strong(p_fields text[]) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN p_fields && ARRAY['aadhaar', 'pan'] OR cardinality(agreeing_identifiers(p_fields)) >= 2;
