-- imports: imports of a company made more links in an hour than LINEAGE_IMPORT_LINKS_ALARM. bulk: imports of a company, or
-- records of an agreement whose writer is not known, made more than are shown in an hour. Neither stops a credential.
ALTER TABLE probe_alarms DROP CONSTRAINT probe_alarms_reason_check;
ALTER TABLE probe_alarms ADD CONSTRAINT probe_alarms_reason_check
  CHECK (reason IN ('links', 'corrections', 'erasures', 'imports', 'bulk'));
-- The hour to which a link is charged: of those that are spread over hours it is in the future.
COMMENT ON COLUMN match_probes.happened_at IS 'of links: the hour to which they are charged ends then';
