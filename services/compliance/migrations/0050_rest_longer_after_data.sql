-- People change all day long: their rules are due within the hour, and what an administrator changed within minutes.
ALTER TABLE run_requests ADD COLUMN is_urgent boolean NOT NULL DEFAULT true;
