/** Topics of the events that this service publishes. */
export const lineageTopics = [
  'lineage.link_detected',
  'lineage.link_removed',
  'lineage.link_decided',
  'lineage.duplicate_detected',
  'lineage.entity_merged',
  'lineage.entity_split',
  'lineage.credential_stop_changed',
] as const;
