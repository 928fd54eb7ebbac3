-- The first mailed link, delegated token or API credential that was used; logins are in last_login_at.
ALTER TABLE users ADD COLUMN used_at timestamptz;
GRANT UPDATE (used_at) ON users TO identity_system;

-- Since when a company has an address for accounts that were never used. Deleting and creating the account again does
-- not restart the time. After 14 days another company may take the address (decision 0088).
CREATE TABLE address_holds (
  company_id bigint NOT NULL,
  email_key text NOT NULL CHECK (length(email_key) <= 254),
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, email_key)
);
CREATE INDEX address_holds_since ON address_holds (since);
SELECT enable_row_security('address_holds');
-- Requests add rows through the trigger of functions/note_address_hold.sql and read none.
CREATE POLICY added ON address_holds FOR INSERT TO identity_app, identity_all WITH CHECK (true);
REVOKE ALL ON address_holds FROM identity_app, identity_all;
GRANT INSERT ON address_holds TO identity_app, identity_all;
GRANT SELECT, INSERT, DELETE ON address_holds TO identity_system;

-- Accounts of the release before. A password that is newer than the account may have been set by a mailed link.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE api_credentials NO FORCE ROW LEVEL SECURITY;
ALTER TABLE user_sessions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE user_passwords NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE address_holds NO FORCE ROW LEVEL SECURITY;
UPDATE users AS u SET used_at = now()
WHERE last_login_at IS NULL AND (
  EXISTS (SELECT FROM api_credentials c WHERE c.user_id = u.id)
  OR EXISTS (SELECT FROM user_sessions s WHERE s.user_id = u.id)
  OR EXISTS (SELECT FROM user_passwords p WHERE p.user_id = u.id AND p.changed_at > u.created_at));
INSERT INTO address_holds (company_id, email_key, since)
SELECT u.company_id, u.email_key, greatest(u.created_at, max(c.changed_at))
FROM users AS u LEFT JOIN account_changes AS c ON c.user_id = u.id AND c.kind = 'address'
WHERE u.company_id IS NOT NULL AND u.deleted_at IS NULL AND u.last_login_at IS NULL AND u.used_at IS NULL
  AND NOT starts_with(u.email_key, 'held:')
GROUP BY u.id;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
ALTER TABLE api_credentials FORCE ROW LEVEL SECURITY;
ALTER TABLE user_sessions FORCE ROW LEVEL SECURITY;
ALTER TABLE user_passwords FORCE ROW LEVEL SECURITY;
ALTER TABLE account_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE address_holds FORCE ROW LEVEL SECURITY;
