-- Writers of records of companies under agreements, kept for a day: user:<id>, client:<id> or import:<id>.
CREATE TABLE record_writes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  credential text NOT NULL,
  individual_ids bigint[] NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  written_at timestamptz NOT NULL
);
CREATE INDEX record_writes_people ON record_writes USING gist (int8range(first_id, last_id, '[]'));
CREATE INDEX record_writes_age ON record_writes (written_at);

-- Which write gave a record the values that it is matched by, in scopes across companies: a pair is charged to the
-- write that made it (decision 0040). writes has one element for each comparison (scoring/comparison-levels.ts) in its
-- order: the id in record_writes of the last write that changed it, or null if that is longer ago. Kept for a day.
CREATE TABLE evidence_writes (
  scope text NOT NULL,
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  writes bigint[] NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (scope, company_id, individual_id)
);
CREATE INDEX evidence_writes_age ON evidence_writes (noted_at);

-- Matches that the writes of a credential produced. The budget of a credential is counted from it, and rows are kept
-- when the record is erased. A pair is charged to the writers of both records (decision 0040): waiting: to the writer
-- of the earlier record, where users or clients wrote both; waiting_bulk: an import wrote the earlier record, or its
-- writer is not known.
CREATE TABLE match_probes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  other_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  credential text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('link', 'correction', 'erasure', 'waiting', 'waiting_bulk')),
  individual_id bigint NOT NULL,
  -- Of links: end of the hour to which they are charged; in the future for links that are spread over hours.
  happened_at timestamptz NOT NULL
);
CREATE INDEX match_probes_spent ON match_probes (company_id, credential, kind, happened_at);
CREATE INDEX match_probes_person ON match_probes (company_id, individual_id, kind);

-- Alarms of probing, per credential and pair of companies. Until it is lifted, new pairs of the credential are held
-- back. imports: imports of a company made more links in an hour than LINEAGE_IMPORT_LINKS_ALARM. bulk: imports of a
-- company, or records of an agreement whose writer is not known, made more than are shown in an hour. These two stop no
-- credential.
CREATE TABLE probe_alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  other_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  credential text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('links', 'corrections', 'erasures', 'imports', 'bulk', 'waiting')),
  events integer NOT NULL,
  budget integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by bigint
);
CREATE UNIQUE INDEX probe_alarms_open ON probe_alarms (company_id, other_company_id, credential, reason)
  WHERE lifted_at IS NULL;
CREATE INDEX probe_alarms_other ON probe_alarms (other_company_id, last_at);

-- Requests read probe_alarms alone, below.
SELECT reserve_for_system('record_writes', 'evidence_writes', 'match_probes', 'probe_alarms');
-- Both companies see an alarm; the code selects the columns for each.
CREATE POLICY tenant ON probe_alarms FOR SELECT TO lineage_app
  USING (ARRAY[company_id, other_company_id] && (SELECT app.companies()));
CREATE POLICY all_companies ON probe_alarms FOR SELECT TO lineage_all USING (true);
GRANT SELECT ON probe_alarms TO lineage_app, lineage_all;
