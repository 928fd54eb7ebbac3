-- Editing, suspending and deleting users, and passwords set for them. What a caller may see is decided under its own
-- role; the change runs under identity_system, because a deleted row is outside every policy that could write it.
GRANT UPDATE (email, email_key, first_name, last_name, role, status, company_id, updated_at, deleted_at, row_version,
              role_change) ON users TO identity_system;
GRANT UPDATE (password_hash, changed_at) ON user_passwords TO identity_system;
