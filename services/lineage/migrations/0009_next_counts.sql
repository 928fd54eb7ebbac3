-- When a space is next checked for whether it has outgrown its model: small spaces more often than large ones.
ALTER TABLE match_spaces RENAME COLUMN counted_at TO next_count_at;
ALTER TABLE match_spaces ALTER COLUMN next_count_at SET DEFAULT now() + interval '1 minute';
