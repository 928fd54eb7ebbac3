-- The event bus of the embedded topology: an append-only log per topic, in its own schema and under its own role.
-- Idempotent; run by an administrator. Setting: bus.password. Read by services/platform/src/postgres/provision.ts.
DO $bus$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('pii-vault provision'));
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bus_owner') THEN
      CREATE ROLE bus_owner NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bus') THEN
      CREATE ROLE bus NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- made meanwhile through another database of this server
  END;
  EXECUTE format('ALTER ROLE bus LOGIN PASSWORD %L', current_setting('bus.password'));
  ALTER ROLE bus SET statement_timeout = '30s';
  ALTER ROLE bus SET idle_in_transaction_session_timeout = '30s';
  GRANT bus_owner TO CURRENT_USER WITH INHERIT TRUE, SET TRUE;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO bus', current_database());
  CREATE SCHEMA IF NOT EXISTS bus AUTHORIZATION bus_owner;
  GRANT USAGE ON SCHEMA bus TO bus;
END
$bus$;

SET LOCAL ROLE bus_owner;

-- last_position is taken under the row's lock, so positions become visible in order and without gaps.
CREATE TABLE IF NOT EXISTS bus.topic (
  topic text PRIMARY KEY,
  last_position bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS bus.log (
  topic text NOT NULL,
  position bigint NOT NULL,
  event_id uuid NOT NULL,
  key text NOT NULL,
  producer text NOT NULL,
  epoch bigint NOT NULL,
  seq bigint NOT NULL,
  company_id bigint,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL,
  traceparent text,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, position),
  UNIQUE (topic, producer, epoch, seq)
);
CREATE INDEX IF NOT EXISTS log_published_at ON bus.log USING brin (published_at);

CREATE TABLE IF NOT EXISTS bus.progress (
  consumer_group text NOT NULL,
  topic text NOT NULL,
  position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (consumer_group, topic)
) WITH (fillfactor = 50);

-- Appends messages in the given order and skips those whose number is there already. A known number with another event
-- means that a producer was restored without a new epoch: SQLSTATE PVB01. Returns the number of messages appended per
-- topic, and the last position; the positions are consecutive.
CREATE OR REPLACE FUNCTION bus.append_messages(
  p_event_id uuid[], p_topic text[], p_key text[], p_producer text[], p_epoch bigint[], p_seq bigint[],
  p_company_id bigint[], p_payload bytea[], p_created_at timestamptz[],
  p_traceparent text[]
) RETURNS TABLE (topic text, last_position bigint, added bigint) LANGUAGE plpgsql AS $append$
#variable_conflict use_column
DECLARE
  -- Whether a number of the batch, or one behind it, is there: else nothing needs to be looked up one by one.
  is_repeated boolean;
BEGIN
  INSERT INTO bus.topic (topic) SELECT DISTINCT t FROM unnest(p_topic) AS t ORDER BY t ON CONFLICT DO NOTHING;
  PERFORM FROM bus.topic WHERE topic = ANY (p_topic) ORDER BY topic FOR UPDATE;
  is_repeated := EXISTS (
    SELECT FROM (
      SELECT topic, producer, epoch, min(seq) AS first
      FROM unnest(p_topic, p_producer, p_epoch, p_seq) AS m(topic, producer, epoch, seq) GROUP BY topic, producer, epoch) m
    CROSS JOIN LATERAL (
      SELECT FROM bus.log l
      WHERE l.topic = m.topic AND l.producer = m.producer AND l.epoch = m.epoch AND l.seq >= m.first LIMIT 1) known);
  IF is_repeated AND EXISTS (
    SELECT FROM unnest(p_event_id, p_topic, p_producer, p_epoch, p_seq) AS m(event_id, topic, producer, epoch, seq)
    JOIN bus.log l USING (topic, producer, epoch, seq) WHERE l.event_id <> m.event_id
  ) THEN
    RAISE EXCEPTION 'another event is known under this number' USING ERRCODE = 'PVB01';
  END IF;
  PERFORM pg_notify('bus', t) FROM (SELECT DISTINCT unnest(p_topic)) AS topics(t);
  RETURN QUERY
  WITH fresh AS MATERIALIZED (
    SELECT m.*, row_number() OVER (PARTITION BY m.topic ORDER BY m.ord) AS place
    FROM unnest(p_event_id, p_topic, p_key, p_producer, p_epoch, p_seq, p_company_id, p_payload, p_created_at,
                p_traceparent)
      WITH ORDINALITY AS m(event_id, topic, key, producer, epoch, seq, company_id, payload, created_at,
                                traceparent, ord)
    WHERE NOT is_repeated OR NOT EXISTS (
      SELECT FROM bus.log l
      WHERE l.topic = m.topic AND l.producer = m.producer AND l.epoch = m.epoch AND l.seq = m.seq)
  ), added AS (
    INSERT INTO bus.log (topic, position, event_id, key, producer, epoch, seq, company_id, payload, created_at,
                         traceparent)
    SELECT f.topic, t.last_position + f.place, f.event_id, f.key, f.producer, f.epoch, f.seq, f.company_id,
           f.payload, f.created_at, f.traceparent
    FROM fresh f JOIN bus.topic t USING (topic)
    RETURNING topic
  ), counts AS (SELECT topic, count(*) AS n FROM added GROUP BY topic)
  UPDATE bus.topic t SET last_position = t.last_position + counts.n FROM counts WHERE t.topic = counts.topic
  RETURNING t.topic, t.last_position, counts.n;
END
$append$;

REVOKE ALL ON FUNCTION bus.append_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bus.append_messages TO bus;
GRANT SELECT, INSERT, UPDATE ON bus.topic, bus.progress TO bus;
GRANT SELECT, INSERT, DELETE ON bus.log TO bus;
RESET ROLE;
