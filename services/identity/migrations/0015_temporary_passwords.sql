-- Generated and shown to an administrator: its user may only change it (src/sessions/factors/session-lack.ts).
-- Passwords of the release before are not temporary.
ALTER TABLE user_passwords ADD COLUMN is_temporary boolean NOT NULL DEFAULT false;
GRANT UPDATE (is_temporary) ON user_passwords TO identity_system;
