-- Who set the former secret of an API credential, and whether it may erase (functions/keep_former_secret.sql).
ALTER TABLE api_credentials ADD COLUMN former_made_by bigint,
  ADD COLUMN former_may_erase boolean NOT NULL DEFAULT false;
-- Of a token that an API credential created: who set the secret that was used, if another user than the owner.
ALTER TABLE user_sessions ADD COLUMN client_made_by bigint;
GRANT UPDATE (client_made_by) ON user_sessions TO identity_system;

-- credential: a program set the secret of an API credential.
ALTER TABLE account_changes DROP CONSTRAINT account_changes_kind_check,
  ADD CONSTRAINT account_changes_kind_check
    CHECK (kind IN ('created', 'password', 'factors', 'address', 'role', 'status', 'credential'));

-- Changes of company roles run under identity_system, like those of users: the lock on the administrators of a company
-- holds until their commit (src/roles/last-administrator.ts).
GRANT INSERT, UPDATE (is_active, updated_at, role_change) ON user_company_roles TO identity_system;
GRANT UPDATE ON idempotency TO identity_system;
