-- Sums over login attempts for the security screens, which so read a few rows instead of a month of attempts. Triggers
-- on login_attempts add to them (functions/roll_up_logins.sql, sum_login_hours.sql).

-- Time windows of the screens, in hours. A window's sums hold attempts after cut_at; a job advances cut_at, and readers
-- subtract attempts that have left the window since.
CREATE TABLE login_windows (
  hours integer PRIMARY KEY,
  cut_at timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO login_windows SELECT h, now() - make_interval(hours => h) FROM unnest('{24,168,720}'::integer[]) AS h;

-- The companies under which a user's attempts are counted (functions/companies_seeing.sql), in order. A writer of sums
-- locks the user's row for share; a transaction that moves sums locks it exclusively.
CREATE TABLE login_viewers (
  user_id bigint PRIMARY KEY,
  company_ids bigint[] NOT NULL
);
-- Users whose viewers may have changed; a job and readers of the sums move their sums (follow-moves.ts).
CREATE TABLE login_moves (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL
);
CREATE INDEX login_moves_user ON login_moves (user_id);

-- Attempts of a window by viewing companies and device. Without companies: attempts of no account, or of a user that no
-- company sees.
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

-- The latest use suffices: a window ends now, so it contains the use if and only if it contains the latest one.
CREATE TABLE login_sources (
  ip_address text NOT NULL,
  company_ids bigint[] NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (ip_address, company_ids)
) WITH (fillfactor = 70);
CREATE INDEX login_sources_seen ON login_sources (last_seen_at) INCLUDE (ip_address, company_ids);
-- user_id 0: no account.
CREATE TABLE login_addresses (
  device text NOT NULL,
  ip_address text NOT NULL,
  user_id bigint NOT NULL,
  last_seen_at timestamptz NOT NULL,
  company_ids bigint[] NOT NULL,
  PRIMARY KEY (device, ip_address, user_id)
) WITH (fillfactor = 70);
CREATE INDEX login_addresses_user ON login_addresses (user_id);
-- E-mail addresses without an account.
CREATE TABLE login_strangers (
  device text NOT NULL,
  email_key text NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (device, email_key)
) WITH (fillfactor = 70);
CREATE INDEX login_strangers_seen ON login_strangers (last_seen_at);

-- Attempts by UTC day and by the companies that the user belonged to then, in order; none for no account.
CREATE TABLE login_days (
  company_ids bigint[] NOT NULL,
  day date NOT NULL,
  successful bigint NOT NULL,
  failed bigint NOT NULL,
  blocked bigint NOT NULL,
  PRIMARY KEY (day, company_ids)
) WITH (fillfactor = 70);

-- Attempts by time and by viewing companies, so that a chart of a month reads sums instead of attempts.
-- follow-moves.ts moves a user's counts with the user; delete-old-sums removes hours after 31 days.
CREATE TABLE login_hours (
  company_ids bigint[] NOT NULL,
  hour timestamptz NOT NULL,
  successful bigint NOT NULL,
  failed bigint NOT NULL,
  blocked bigint NOT NULL,
  PRIMARY KEY (hour, company_ids)
) WITH (fillfactor = 70);

-- Failures by source and hour: the search for attacks reads hours with many failures.
CREATE TABLE login_failures (
  kind text NOT NULL CHECK (kind IN ('address', 'device', 'account')),
  source text NOT NULL,
  hour timestamptz NOT NULL,
  failures bigint NOT NULL,
  PRIMARY KEY (kind, source, hour)
) WITH (fillfactor = 70);
CREATE INDEX login_failures_many ON login_failures (kind, hour) INCLUDE (source, failures) WHERE failures >= 10;
CREATE INDEX login_failures_hour ON login_failures (hour);

SELECT reserve_for_system(
  'login_windows', 'login_viewers', 'login_moves', 'login_sums', 'login_sources', 'login_addresses',
  'login_strangers', 'login_days', 'login_hours', 'login_failures'
);
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY[
    'login_windows', 'login_sums', 'login_sources', 'login_addresses', 'login_strangers', 'login_days', 'login_hours',
    'login_failures'
  ] LOOP
    EXECUTE format('CREATE POLICY all_attempts ON %I FOR SELECT TO identity_all USING (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO identity_app, identity_all', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['login_sums', 'login_sources', 'login_addresses', 'login_days', 'login_hours'] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I FOR SELECT TO identity_app
      USING (company_ids && (SELECT app.companies()))', t);
  END LOOP;
END $$;
-- Sources, without what was attempted from them: attempts have their own policy.
CREATE POLICY everybody ON login_windows FOR SELECT TO identity_app USING (true);
CREATE POLICY everybody ON login_failures FOR SELECT TO identity_app USING (true);
-- Triggers add rows under the role of an administrator, who cannot read them.
CREATE POLICY added ON login_moves FOR INSERT TO identity_app, identity_all WITH CHECK (true);
GRANT INSERT ON login_moves TO identity_app, identity_all;
