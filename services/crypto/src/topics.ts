/** Topics of the events that this service publishes. */
export const cryptoTopics = [
  'crypto.key_created',
  'crypto.key_rotated',
  'crypto.key_destroyed',
  'crypto.epoch_turned',
] as const;
