-- Devices that a user signed in from: the cookie is random and known to the device alone, here is its SHA-256.
CREATE TABLE known_devices (
  device_sha256 bytea PRIMARY KEY CHECK (octet_length(device_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX known_devices_user ON known_devices (user_id);

-- The code that a risky or throttled login was mailed; one per user, for ten minutes and five tries.
CREATE TABLE login_codes (
  user_id bigint PRIMARY KEY REFERENCES users,
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  code_sha256 bytea NOT NULL CHECK (octet_length(code_sha256) = 32),
  tries_left integer NOT NULL DEFAULT 5 CHECK (tries_left >= 0),
  sent_at timestamptz NOT NULL DEFAULT now()
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['known_devices', 'login_codes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO identity_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM identity_app, identity_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO identity_system', t);
  END LOOP;
END $$;
