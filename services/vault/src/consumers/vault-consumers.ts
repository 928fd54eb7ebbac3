import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';
import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/events/service-consumers';

/** Hints to look at once: the job looks regularly anyway, so a lost or parked event delays the work and no more. */
export const vaultConsumers = defineConsumers({
  service: 'vault',
  config: NO_SETTINGS,
  specs: ({ wake }) => [
    hint('rewrap-after-epoch', 'crypto.epoch_turned', wake),
    hint('rewrap-after-rotation', 'crypto.key_rotated', wake),
  ],
});

function hint(name: string, topic: string, look: () => void): ConsumerSpec {
  return {
    name,
    topic,
    scope: 'system',
    onPoison: 'park',
    async handle({ tx }) {
      tx.afterCommit(look);
    },
  };
}
