-- Greater after each new secret: liveness tells by it that tokens got with the old secret are void.
ALTER TABLE api_credentials ADD COLUMN secret_change bigint NOT NULL DEFAULT nextval('role_change_seq');
GRANT UPDATE (secret_change) ON api_credentials TO identity_app, identity_all;
