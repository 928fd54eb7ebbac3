-- Few guesses find a birth date behind its HMAC, so only the HMACs of an erased person's name are kept.
ALTER TABLE erased_traits NO FORCE ROW LEVEL SECURITY;
UPDATE erased_traits SET traits = traits - 'dob' WHERE traits ? 'dob';
ALTER TABLE erased_traits FORCE ROW LEVEL SECURITY;

-- What waits counts the imports of a company that wait for an answer.
CREATE INDEX imports_held ON imports (company_id, id) WHERE status = 'needs_mapping';
