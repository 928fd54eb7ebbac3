-- IANA name of the zone that decides when the company's days begin.
ALTER TABLE companies ADD COLUMN time_zone text NOT NULL DEFAULT 'Asia/Kolkata';
