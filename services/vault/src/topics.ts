/** Topics of the events that this service publishes. */
export const vaultTopics = [
  'vault.record_changed',
  'vault.individual_erased',
  'vault.erasure_completed',
] as const;
