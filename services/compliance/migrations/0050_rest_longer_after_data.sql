-- People change all day long: their rules are due within the hour, and what an administrator changed within minutes.
-- How many of the requests are of the latter kind; a run ends only those that it has seen.
ALTER TABLE run_requests ADD COLUMN urgent_count bigint NOT NULL DEFAULT 1;
