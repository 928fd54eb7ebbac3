-- Adds new login attempts to login_hours, by quarter of an hour: hours of all zones start at one. Runs after
-- roll_up_logins, which adds and locks login_viewers: triggers run in the order of their names. Locks rows in the order
-- of the primary key, as follow-moves.ts does.
CREATE OR REPLACE FUNCTION sum_login_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.login_hours AS d (company_ids, hour, successful, failed, blocked)
  SELECT coalesce(v.company_ids, '{}'), date_bin('15 minutes', a.created_at, 'epoch'::timestamptz),
    count(*) FILTER (WHERE a.success), count(*) FILTER (WHERE NOT a.success AND NOT a.blocked),
    count(*) FILTER (WHERE a.blocked)
  FROM inserted a LEFT JOIN identity.login_viewers v USING (user_id) GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (hour, company_ids) DO UPDATE SET successful = d.successful + excluded.successful,
    failed = d.failed + excluded.failed, blocked = d.blocked + excluded.blocked;
  RETURN NULL;
END
$$;

SELECT ensure_trigger('login_attempts', 'sum_login_hours', $trigger$
  CREATE TRIGGER sum_login_hours AFTER INSERT ON login_attempts REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION sum_login_hours()
$trigger$);
