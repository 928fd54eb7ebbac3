-- Adds purposes: the deployment's certificate key (Ed25519, signs erasure certificates), and backup keys.
ALTER TABLE encryption_keys DROP CONSTRAINT encryption_keys_purpose_check;
ALTER TABLE encryption_keys ADD CONSTRAINT encryption_keys_purpose_check CHECK (
  purpose IN ('master', 'field', 'index', 'text', 'store', 'token', 'checkpoint', 'certificate', 'backup'));
