import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/events/service-consumers';

/** Hints to look at once: the job looks regularly anyway, so a lost or parked event delays the work and no more. */
export const vaultConsumers = defineConsumers({
  service: 'vault',
  config: NO_SETTINGS,
  reads: ['crypto.epoch_turned', 'crypto.key_rotated'],
  specs: ({ wake }) => [
    {
      name: 'rewrap-for-new-keys',
      topics: ['crypto.epoch_turned', 'crypto.key_rotated'],
      scope: 'system',
      onPoison: 'park',
      async handle({ tx }) {
        tx.afterCommit(wake);
      },
    },
  ],
});
