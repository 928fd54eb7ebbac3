-- Kinds of identifier among the fields that agree: all that is shown of a pair until both companies have verified it.
CREATE OR REPLACE FUNCTION agreeing_identifiers(p_fields text[]) RETURNS text[] LANGUAGE sql IMMUTABLE
RETURN ARRAY(SELECT f FROM unnest(p_fields) AS u(f)
  WHERE f IN ('aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id'));
