-- Attempts whose password nobody looked at, because too many waited or who asked had gone. They are attempts, and no sign
-- of an attack: an office that signs in at nine is not one.
-- roll_up_logins() below is that of 0040 whole, as a function has no parts: all that differs is `AND NOT a.untried` in the
-- last statement, which sums up failures.
-- The table is not written anew for it: it would be read as one that was never vacuumed.
ALTER TABLE login_attempts ADD COLUMN untried boolean NOT NULL DEFAULT false;
-- Attempts of a source, a device and an account are counted from the index alone.
DROP INDEX login_attempts_source;
CREATE INDEX login_attempts_source ON login_attempts (ip_block, created_at)
  INCLUDE (id, success, blocked, untried, email_key, user_id, ip_address);
DROP INDEX login_attempts_device;
CREATE INDEX login_attempts_device ON login_attempts (fingerprint, created_at)
  INCLUDE (id, success, blocked, untried, email_key, user_id, ip_address) WHERE fingerprint IS NOT NULL;
DROP INDEX login_attempts_account;
CREATE INDEX login_attempts_account ON login_attempts (email_key, created_at)
  INCLUDE (id, success, blocked, untried, user_id, ip_address);

-- Rows of one table are locked in one order, and tables in the order in which who moves a user locks them.
DO $functions$
DECLARE
  body text := $body$
    INSERT INTO %1$I.login_viewers SELECT u.id, %1$I.companies_seeing(u.id) FROM %1$I.users u
    WHERE u.id IN (SELECT a.user_id FROM come a) AND NOT EXISTS (SELECT FROM %1$I.login_viewers v WHERE v.user_id = u.id)
    ORDER BY u.id ON CONFLICT DO NOTHING;
    PERFORM FROM %1$I.login_viewers v WHERE v.user_id IN (SELECT a.user_id FROM come a) ORDER BY v.user_id FOR KEY SHARE;
    INSERT INTO %1$I.login_sums AS d (hours, company_ids, device, attempts, successful, blocked, high_risk)
    SELECT w.hours, coalesce(v.company_ids, '{}'), a.device, count(*), count(*) FILTER (WHERE a.success),
      count(*) FILTER (WHERE a.blocked), count(*) FILTER (WHERE a.risk_score >= 70)
    FROM come a LEFT JOIN %1$I.login_viewers v USING (user_id) JOIN %1$I.login_windows w ON a.created_at > w.cut_at
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (hours, company_ids, device) DO UPDATE SET attempts = d.attempts + excluded.attempts,
      successful = d.successful + excluded.successful, blocked = d.blocked + excluded.blocked,
      high_risk = d.high_risk + excluded.high_risk;
    INSERT INTO %1$I.login_addresses AS d (device, ip_address, user_id, last_seen_at, company_ids)
    SELECT a.device, a.ip_address, coalesce(a.user_id, 0), max(a.created_at), coalesce(v.company_ids, '{}')
    FROM come a LEFT JOIN %1$I.login_viewers v USING (user_id) GROUP BY 1, 2, 3, 5 ORDER BY 1, 2, 3
    ON CONFLICT (device, ip_address, user_id) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
    INSERT INTO %1$I.login_sources AS d (ip_address, company_ids, last_seen_at)
    SELECT a.ip_address, coalesce(v.company_ids, '{}'), max(a.created_at)
    FROM come a LEFT JOIN %1$I.login_viewers v USING (user_id) GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (ip_address, company_ids) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
    INSERT INTO %1$I.login_strangers AS d (device, email_key, last_seen_at)
    SELECT a.device, a.email_key, max(a.created_at) FROM come a WHERE a.user_id IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (device, email_key) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
    INSERT INTO %1$I.login_days AS d (company_ids, day, successful, failed, blocked)
    SELECT coalesce(c.ids, '{}'), (a.created_at AT TIME ZONE 'UTC')::date, count(*) FILTER (WHERE a.success),
      count(*) FILTER (WHERE NOT a.success AND NOT a.blocked), count(*) FILTER (WHERE a.blocked)
    FROM come a LEFT JOIN LATERAL (
      SELECT array_agg(DISTINCT m.company_id) AS ids FROM (
        SELECT u.company_id FROM %1$I.users u WHERE u.id = a.user_id AND u.company_id IS NOT NULL
        UNION ALL SELECT r.company_id FROM %1$I.user_company_roles r WHERE r.user_id = a.user_id AND r.is_active) AS m) AS c ON true
    GROUP BY 1, 2 ORDER BY 2, 1
    ON CONFLICT (day, company_ids) DO UPDATE SET successful = d.successful + excluded.successful,
      failed = d.failed + excluded.failed, blocked = d.blocked + excluded.blocked;
    INSERT INTO %1$I.login_failures AS d (kind, source, hour, failures)
    SELECT s.kind, s.source, date_bin('1 hour', a.created_at, 'epoch'::timestamptz), count(*)
    FROM come a CROSS JOIN LATERAL (VALUES ('address', a.ip_block), ('device', a.fingerprint), ('account', a.email_key)) AS s(kind, source)
    WHERE NOT a.success AND NOT a.untried AND s.source <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (kind, source, hour) DO UPDATE SET failures = d.failures + excluded.failures;
$body$;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION roll_up_logins() RETURNS trigger LANGUAGE plpgsql AS $trigger$ BEGIN %s RETURN NULL; END $trigger$',
    format(body, current_schema()));
END
$functions$;
