-- Whether the credential may erase people and values without a fresh proof.
ALTER TABLE api_credentials ADD COLUMN may_erase boolean NOT NULL DEFAULT false,
  -- The secret before the last rotation, valid until former_until (functions/keep_former_secret.sql).
  ADD COLUMN former_secret_sha256 bytea CHECK (octet_length(former_secret_sha256) = 32),
  ADD COLUMN former_salt bytea CHECK (octet_length(former_salt) = 16),
  ADD COLUMN former_until timestamptz;
GRANT SELECT (may_erase, former_until), UPDATE (may_erase, former_until) ON api_credentials
  TO identity_app, identity_all;
