-- Login attempts by UTC hour and by the companies that see their user (login_viewers), so that a chart of a month reads
-- hours instead of attempts. follow-moves.ts moves a user's counts with the user; delete-old-sums removes hours after 31 days.
CREATE TABLE login_hours (
  company_ids bigint[] NOT NULL,
  hour timestamptz NOT NULL,
  successful bigint NOT NULL,
  failed bigint NOT NULL,
  blocked bigint NOT NULL,
  PRIMARY KEY (hour, company_ids)
) WITH (fillfactor = 70);
ALTER TABLE login_hours ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON login_hours TO identity_system USING (true);
CREATE POLICY all_attempts ON login_hours FOR SELECT TO identity_all USING (true);
CREATE POLICY tenant ON login_hours FOR SELECT TO identity_app USING (company_ids && (SELECT app.companies()));
REVOKE ALL ON login_hours FROM identity_app, identity_all;
GRANT SELECT ON login_hours TO identity_app, identity_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON login_hours TO identity_system;

-- No attempt arrives between the count of the earlier ones and the trigger.
LOCK TABLE login_attempts IN SHARE ROW EXCLUSIVE MODE;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['login_attempts', 'login_viewers', 'login_hours'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;

-- The trigger runs after roll_up_logins (triggers run in the order of their names), which enters and locks login_viewers.
-- Rows are locked in the order of the primary key, as by follow-moves.ts.
DO $functions$
DECLARE
  body text := $body$
    INSERT INTO %1$I.login_hours AS d (company_ids, hour, successful, failed, blocked)
    SELECT coalesce(v.company_ids, '{}'), date_bin('1 hour', a.created_at, 'epoch'::timestamptz),
      count(*) FILTER (WHERE a.success), count(*) FILTER (WHERE NOT a.success AND NOT a.blocked),
      count(*) FILTER (WHERE a.blocked)
    FROM come a LEFT JOIN %1$I.login_viewers v USING (user_id) GROUP BY 1, 2 ORDER BY 2, 1
    ON CONFLICT (hour, company_ids) DO UPDATE SET successful = d.successful + excluded.successful,
      failed = d.failed + excluded.failed, blocked = d.blocked + excluded.blocked;
$body$;
BEGIN
  EXECUTE format('CREATE FUNCTION sum_login_hours() RETURNS trigger LANGUAGE plpgsql AS $trigger$ BEGIN %s RETURN NULL; END $trigger$',
    format(body, current_schema()));
  EXECUTE format('DO $before$ BEGIN %s END $before$', replace(format(body, current_schema()), 'FROM come a',
    'FROM (SELECT * FROM login_attempts WHERE created_at > now() - interval ''31 days'') a'));
END
$functions$;
CREATE TRIGGER sum_login_hours AFTER INSERT ON login_attempts REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION sum_login_hours();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['login_attempts', 'login_viewers', 'login_hours'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;
