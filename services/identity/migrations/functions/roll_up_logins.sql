-- Adds new login attempts to the tables of 0008_login_figures.sql. Locks rows of a table in one order, and tables in
-- the order in which follow-moves.ts locks them.
CREATE OR REPLACE FUNCTION roll_up_logins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.login_viewers SELECT u.id, identity.companies_seeing(u.id) FROM identity.users u
  WHERE u.id IN (SELECT a.user_id FROM inserted a) AND NOT EXISTS (SELECT FROM identity.login_viewers v WHERE v.user_id = u.id)
  ORDER BY u.id ON CONFLICT DO NOTHING;
  PERFORM FROM identity.login_viewers v WHERE v.user_id IN (SELECT a.user_id FROM inserted a) ORDER BY v.user_id FOR KEY SHARE;
  INSERT INTO identity.login_sums AS d (hours, company_ids, device, attempts, successful, blocked, high_risk)
  SELECT w.hours, coalesce(v.company_ids, '{}'), a.device, count(*), count(*) FILTER (WHERE a.success),
    count(*) FILTER (WHERE a.blocked), count(*) FILTER (WHERE a.risk_score >= 70)
  FROM inserted a LEFT JOIN identity.login_viewers v USING (user_id) JOIN identity.login_windows w ON a.created_at > w.cut_at
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (hours, company_ids, device) DO UPDATE SET attempts = d.attempts + excluded.attempts,
    successful = d.successful + excluded.successful, blocked = d.blocked + excluded.blocked,
    high_risk = d.high_risk + excluded.high_risk;
  INSERT INTO identity.login_addresses AS d (device, ip_address, user_id, last_seen_at, company_ids)
  SELECT a.device, a.ip_address, coalesce(a.user_id, 0), max(a.created_at), coalesce(v.company_ids, '{}')
  FROM inserted a LEFT JOIN identity.login_viewers v USING (user_id) GROUP BY 1, 2, 3, 5 ORDER BY 1, 2, 3
  ON CONFLICT (device, ip_address, user_id) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
  INSERT INTO identity.login_sources AS d (ip_address, company_ids, last_seen_at)
  SELECT a.ip_address, coalesce(v.company_ids, '{}'), max(a.created_at)
  FROM inserted a LEFT JOIN identity.login_viewers v USING (user_id) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (ip_address, company_ids) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
  INSERT INTO identity.login_strangers AS d (device, email_key, last_seen_at)
  SELECT a.device, a.email_key, max(a.created_at) FROM inserted a WHERE a.user_id IS NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device, email_key) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
  INSERT INTO identity.login_days AS d (company_ids, day, successful, failed, blocked)
  SELECT coalesce(c.ids, '{}'),
    identity.company_day(CASE WHEN cardinality(c.ids) = 1 THEN c.ids[1] END, a.created_at), count(*) FILTER (WHERE a.success),
    count(*) FILTER (WHERE NOT a.success AND NOT a.blocked), count(*) FILTER (WHERE a.blocked)
  FROM inserted a LEFT JOIN LATERAL (
    SELECT array_agg(DISTINCT m.company_id) AS ids FROM (
      SELECT u.company_id FROM identity.users u WHERE u.id = a.user_id AND u.company_id IS NOT NULL
      UNION ALL SELECT r.company_id FROM identity.user_company_roles r WHERE r.user_id = a.user_id AND r.is_active) AS m) AS c ON true
  GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (day, company_ids) DO UPDATE SET successful = d.successful + excluded.successful,
    failed = d.failed + excluded.failed, blocked = d.blocked + excluded.blocked;
  INSERT INTO identity.login_failures AS d (kind, source, hour, failures)
  SELECT s.kind, s.source, date_bin('1 hour', a.created_at, 'epoch'::timestamptz), count(*)
  FROM inserted a CROSS JOIN LATERAL (VALUES ('address', a.ip_block), ('device', a.fingerprint), ('account', a.email_key)) AS s(kind, source)
  WHERE NOT a.success AND NOT a.untried AND s.source <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (kind, source, hour) DO UPDATE SET failures = d.failures + excluded.failures;
  RETURN NULL;
END
$$;

SELECT ensure_trigger('login_attempts', 'roll_up_logins', $trigger$
  CREATE TRIGGER roll_up_logins AFTER INSERT ON login_attempts REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_logins()
$trigger$);
