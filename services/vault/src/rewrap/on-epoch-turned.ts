import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';

/** A hint to look at once: the job looks regularly anyway, so a lost or parked event delays the work and no more. */
export function onEpochTurned(look: () => void): ConsumerSpec {
  return {
    name: 'rewrap-after-epoch',
    topic: 'crypto.epoch_turned',
    scope: 'system',
    onPoison: 'park',
    async handle({ tx }) {
      tx.afterCommit(look);
    },
  };
}
