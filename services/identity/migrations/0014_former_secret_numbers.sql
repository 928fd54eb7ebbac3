-- Number of the former secret of an API credential: tokens that were created with it end with it
-- (functions/has_live_parent.sql). 0: none, or an older release replaced it.
ALTER TABLE api_credentials ADD COLUMN former_secret_change bigint NOT NULL DEFAULT 0;
