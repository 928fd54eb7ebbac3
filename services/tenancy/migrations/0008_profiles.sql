-- Contacts that a company publishes (DPDP Rules 2025, rules 9 and 14) and whether it was notified as a significant data
-- fiduciary (DPDP Act, section 10): a JSON object. They are business contacts, and no part of any event.
ALTER TABLE companies
  ADD COLUMN profile jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(profile) = 'object');
