-- The daily mail about what waits, to administrators. No row: the mail is on, and none was sent.
CREATE TABLE daily_mails (
  user_id bigint PRIMARY KEY REFERENCES users,
  is_on boolean NOT NULL DEFAULT true,
  -- The last day for which nothing is left to do.
  done_on date,
  attempts integer NOT NULL DEFAULT 0,
  try_at timestamptz NOT NULL DEFAULT now()
);

SELECT reserve_for_system('daily_mails');
