-- What the security screens and figures say of attempts, kept as they come, so that a screen reads devices, days and
-- patterns and not a month of attempts.

-- What an attempt came from: its fingerprint or, where a client sends none, its user agent.
ALTER TABLE login_attempts ADD COLUMN device text NOT NULL
  GENERATED ALWAYS AS (coalesce(fingerprint, 'agent:' || user_agent)) STORED;
CREATE INDEX login_attempts_of_device ON login_attempts (device, created_at);
CREATE INDEX login_attempts_device_risk ON login_attempts (device, risk_score, created_at);

-- The windows that are asked for. Attempts up to cut_at are no more in the window's sums; a job moves it along, and who
-- reads takes away what has left the window since.
CREATE TABLE login_windows (
  hours integer PRIMARY KEY,
  cut_at timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO login_windows SELECT h, now() - make_interval(hours => h) FROM unnest('{24,168,720}'::integer[]) AS h;

-- Attempts of a window by user (0: of no account) and device.
CREATE TABLE login_devices (
  hours integer NOT NULL,
  user_id bigint NOT NULL,
  device text NOT NULL,
  attempts bigint NOT NULL,
  successful bigint NOT NULL,
  blocked bigint NOT NULL,
  high_risk bigint NOT NULL,
  PRIMARY KEY (hours, user_id, device)
) WITH (fillfactor = 70);
CREATE INDEX login_devices_device ON login_devices (device, hours);

-- Since a window ends now, what was seen last in it was seen in it.
CREATE TABLE login_addresses (
  device text NOT NULL,
  ip_address text NOT NULL,
  user_id bigint NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (device, ip_address, user_id)
) WITH (fillfactor = 70);
CREATE INDEX login_addresses_seen ON login_addresses (last_seen_at) INCLUDE (ip_address, user_id);
CREATE TABLE login_strangers (
  device text NOT NULL,
  email_key text NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (device, email_key)
) WITH (fillfactor = 70);
CREATE INDEX login_strangers_seen ON login_strangers (last_seen_at);

-- Attempts by UTC day and by the companies that the user belonged to then, in order; none of no account.
CREATE TABLE login_days (
  company_ids bigint[] NOT NULL,
  day date NOT NULL,
  successful bigint NOT NULL,
  failed bigint NOT NULL,
  blocked bigint NOT NULL,
  PRIMARY KEY (day, company_ids)
) WITH (fillfactor = 70);

-- Failures by source and hour: whoever looks for an attack looks at hours with many.
CREATE TABLE login_failures (
  kind text NOT NULL CHECK (kind IN ('address', 'device', 'account')),
  source text NOT NULL,
  hour timestamptz NOT NULL,
  failures bigint NOT NULL,
  PRIMARY KEY (kind, source, hour)
) WITH (fillfactor = 70);
CREATE INDEX login_failures_many ON login_failures (kind, hour) INCLUDE (source, failures) WHERE failures >= 10;
CREATE INDEX login_failures_hour ON login_failures (hour);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['login_windows', 'login_devices', 'login_addresses', 'login_strangers', 'login_days', 'login_failures'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO identity_system USING (true)', t);
    EXECUTE format('CREATE POLICY all_attempts ON %I FOR SELECT TO identity_all USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM identity_app, identity_all', t);
    EXECUTE format('GRANT SELECT ON %I TO identity_app, identity_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO identity_system', t);
  END LOOP;
END $$;
-- As with attempts: an administrator sees those of the users it sees.
CREATE POLICY of_visible_user ON login_devices FOR SELECT TO identity_app USING (user_id IN (SELECT u.id FROM users u));
CREATE POLICY of_visible_user ON login_addresses FOR SELECT TO identity_app USING (user_id IN (SELECT u.id FROM users u));
CREATE POLICY tenant ON login_days FOR SELECT TO identity_app USING (company_ids && (SELECT app.companies()));
-- Where to look, and nothing of what is there: the attempts themselves are seen under their own policy.
CREATE POLICY everybody ON login_windows FOR SELECT TO identity_app USING (true);
CREATE POLICY everybody ON login_failures FOR SELECT TO identity_app USING (true);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['users', 'user_company_roles', 'login_attempts', 'login_windows', 'login_devices', 'login_addresses',
    'login_strangers', 'login_days', 'login_failures'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;

-- Sums of attempts `a` into the tables above. Rows of one table are locked in one order.
DO $functions$
DECLARE
  body text := $body$
    INSERT INTO %1$I.login_devices AS d (hours, user_id, device, attempts, successful, blocked, high_risk)
    SELECT w.hours, coalesce(a.user_id, 0), a.device, count(*), count(*) FILTER (WHERE a.success),
      count(*) FILTER (WHERE a.blocked), count(*) FILTER (WHERE a.risk_score >= 70)
    FROM come a JOIN %1$I.login_windows w ON a.created_at > w.cut_at GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (hours, user_id, device) DO UPDATE SET attempts = d.attempts + excluded.attempts,
      successful = d.successful + excluded.successful, blocked = d.blocked + excluded.blocked,
      high_risk = d.high_risk + excluded.high_risk;
    INSERT INTO %1$I.login_addresses AS d (device, ip_address, user_id, last_seen_at)
    SELECT a.device, a.ip_address, coalesce(a.user_id, 0), max(a.created_at) FROM come a GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (device, ip_address, user_id) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at);
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
    WHERE NOT a.success AND s.source <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (kind, source, hour) DO UPDATE SET failures = d.failures + excluded.failures;
$body$;
BEGIN
  EXECUTE format('CREATE FUNCTION roll_up_logins() RETURNS trigger LANGUAGE plpgsql AS $trigger$ BEGIN %s RETURN NULL; END $trigger$',
    format(body, current_schema()));
  -- Attempts that were there before: the owner of the tables passes their policies for these statements.
  EXECUTE format('DO $before$ BEGIN %s END $before$', replace(format(body, current_schema()), 'FROM come a', 'FROM login_attempts a'));
END
$functions$;
CREATE TRIGGER roll_up_logins AFTER INSERT ON login_attempts REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_logins();


DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['users', 'user_company_roles', 'login_attempts', 'login_windows', 'login_devices', 'login_addresses',
    'login_strangers', 'login_days', 'login_failures'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;
