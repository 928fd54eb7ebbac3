-- Records on Kafka are signed. What versions before wrote is not: the offsets at which that ends are noted once, when the
-- consumers of the service first ask for signatures (signatures_required). Behind them an unsigned record is refused.
CREATE TABLE signatures_required (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  since timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE unsigned_past (
  topic text NOT NULL,
  partition integer NOT NULL,
  end_offset bigint NOT NULL,
  PRIMARY KEY (topic, partition)
);

-- Records that consumers refused, by topic and hour (UTC). The first of an hour raises the alarm.
CREATE TABLE refused_records (
  topic text NOT NULL,
  hour timestamptz NOT NULL,
  records bigint NOT NULL,
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, hour)
) WITH (fillfactor = 50);

DO $grants$
DECLARE
  svc text := current_schema();
BEGIN
  EXECUTE format('REVOKE ALL ON signatures_required, unsigned_past, refused_records FROM %I, %I', svc || '_app', svc || '_all');
  EXECUTE format('GRANT SELECT, INSERT ON signatures_required, unsigned_past TO %I', svc || '_system');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON refused_records TO %I', svc || '_system');
END
$grants$;
