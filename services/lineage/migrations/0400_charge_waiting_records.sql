-- A pair is charged to the writers of both records (decision 0040). waiting: to the writer of the record that was there
-- before, where users or clients wrote both; waiting_bulk: where an import wrote that record, or its writer is not known.
ALTER TABLE match_probes DROP CONSTRAINT match_probes_kind_check;
ALTER TABLE match_probes ADD CONSTRAINT match_probes_kind_check
  CHECK (kind IN ('link', 'correction', 'erasure', 'waiting', 'waiting_bulk'));
ALTER TABLE probe_alarms DROP CONSTRAINT probe_alarms_reason_check;
ALTER TABLE probe_alarms ADD CONSTRAINT probe_alarms_reason_check
  CHECK (reason IN ('links', 'corrections', 'erasures', 'imports', 'bulk', 'waiting'));
