-- Sums of attempts by the companies that see them, in place of sums by user, so that whoever looks at a window reads what
-- it shows and not every user's rows under a policy that looks at users.

-- Whoever signs in locks users, then login_attempts and its sums; whoever fails to, only reads users, behind them. Both get
-- to their end, and none begins, before users are closed to readers.
LOCK TABLE users, user_company_roles IN EXCLUSIVE MODE;
LOCK TABLE login_attempts IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE login_devices, login_addresses, users, user_company_roles IN ACCESS EXCLUSIVE MODE;

-- The companies whose administrators see a user, in order; none for a super_admin and for one that is deleted.
CREATE FUNCTION companies_seeing(one bigint) RETURNS bigint[] LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT coalesce(array_agg(DISTINCT m.company_id ORDER BY m.company_id), '{}')
  FROM users u CROSS JOIN LATERAL (
    SELECT u.company_id WHERE u.company_id IS NOT NULL
    UNION ALL
    SELECT r.company_id FROM user_company_roles r WHERE r.user_id = u.id AND r.is_active) AS m
  WHERE u.id = one AND u.role <> 'super_admin' AND u.deleted_at IS NULL;
END;

-- The companies under which a user's attempts are counted. Who adds to the sums holds the user's row shared, who moves them
-- holds it alone.
CREATE TABLE login_viewers (
  user_id bigint PRIMARY KEY,
  company_ids bigint[] NOT NULL
);
-- Users who may be seen by others now; a job and whoever reads the sums move them (follow-moves.ts).
CREATE TABLE login_moves (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL
);
CREATE INDEX login_moves_user ON login_moves (user_id);
CREATE INDEX login_attempts_of_user ON login_attempts (user_id, created_at) WHERE user_id IS NOT NULL;
-- Attempts of a window by who sees them and device; those of no account and of nobody's users under no company.
CREATE TABLE login_sums (
  hours integer NOT NULL,
  company_ids bigint[] NOT NULL,
  device text NOT NULL,
  attempts bigint NOT NULL,
  successful bigint NOT NULL,
  blocked bigint NOT NULL,
  high_risk bigint NOT NULL,
  PRIMARY KEY (hours, company_ids, device)
) WITH (fillfactor = 70);
-- Since a window ends now, an address that was seen last in it was seen in it.
CREATE TABLE login_sources (
  ip_address text NOT NULL,
  company_ids bigint[] NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (ip_address, company_ids)
) WITH (fillfactor = 70);
ALTER TABLE login_addresses ADD COLUMN company_ids bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE login_addresses ALTER COLUMN company_ids DROP DEFAULT;
DROP INDEX login_addresses_seen;
CREATE INDEX login_addresses_user ON login_addresses (user_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['login_viewers', 'login_moves', 'login_sums', 'login_sources'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO identity_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM identity_app, identity_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO identity_system', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['login_sums', 'login_sources'] LOOP
    EXECUTE format('CREATE POLICY all_attempts ON %I FOR SELECT TO identity_all USING (true)', t);
    EXECUTE format('CREATE POLICY tenant ON %I FOR SELECT TO identity_app USING (company_ids && (SELECT app.companies()))', t);
    EXECUTE format('GRANT SELECT ON %I TO identity_app, identity_all', t);
  END LOOP;
END $$;
DROP POLICY of_visible_user ON login_addresses;
CREATE POLICY tenant ON login_addresses FOR SELECT TO identity_app USING (company_ids && (SELECT app.companies()));
-- Roles are given by administrators; what has to be moved because of it is told, and not seen, by them.
CREATE POLICY told ON login_moves FOR INSERT TO identity_app, identity_all WITH CHECK (true);
GRANT INSERT ON login_moves TO identity_app, identity_all;

DO $moves$
BEGIN
  EXECUTE format('CREATE FUNCTION note_moved_user() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN INSERT INTO %1$I.login_moves (user_id) VALUES (NEW.id); RETURN NULL; END $body$', current_schema());
  EXECUTE format('CREATE FUNCTION note_moved_holder() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN INSERT INTO %1$I.login_moves (user_id) VALUES (NEW.user_id); RETURN NULL; END $body$', current_schema());
END
$moves$;
CREATE TRIGGER note_moved_user AFTER UPDATE OF company_id, role, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.company_id, OLD.role, OLD.deleted_at) IS DISTINCT FROM (NEW.company_id, NEW.role, NEW.deleted_at))
  EXECUTE FUNCTION note_moved_user();
CREATE TRIGGER note_moved_holder AFTER INSERT OR UPDATE OF is_active ON user_company_roles FOR EACH ROW
  EXECUTE FUNCTION note_moved_holder();

-- What was summed up before: the owner of the tables passes their policies for these statements.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['users', 'user_company_roles', 'login_devices', 'login_addresses', 'login_viewers', 'login_sums',
    'login_sources'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;
INSERT INTO login_viewers SELECT u.id, companies_seeing(u.id) FROM users u
  WHERE u.id IN (SELECT d.user_id FROM login_devices d UNION SELECT a.user_id FROM login_addresses a);
INSERT INTO login_sums
  SELECT d.hours, coalesce(v.company_ids, '{}'), d.device, sum(d.attempts), sum(d.successful), sum(d.blocked), sum(d.high_risk)
  FROM login_devices d LEFT JOIN login_viewers v USING (user_id) GROUP BY 1, 2, 3;
UPDATE login_addresses a SET company_ids = v.company_ids FROM login_viewers v WHERE v.user_id = a.user_id;
INSERT INTO login_sources SELECT ip_address, company_ids, max(last_seen_at) FROM login_addresses GROUP BY 1, 2;
DROP TABLE login_devices;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['users', 'user_company_roles', 'login_addresses', 'login_viewers', 'login_sums', 'login_sources'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;
CREATE INDEX login_sources_seen ON login_sources (last_seen_at) INCLUDE (ip_address, company_ids);

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
    WHERE NOT a.success AND s.source <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (kind, source, hour) DO UPDATE SET failures = d.failures + excluded.failures;
$body$;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION roll_up_logins() RETURNS trigger LANGUAGE plpgsql AS $trigger$ BEGIN %s RETURN NULL; END $trigger$',
    format(body, current_schema()));
END
$functions$;
