import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/messaging/service-consumers';
import { CredentialStopChanged } from '@pii-vault/proto/lineage/events/v1/lineage_events';
import { storeStop } from '../limits/stops/stops-store.ts';

/** Consumes key rotations, to rewrap earlier than the job, and the credentials that lineage stops. */
export const vaultConsumers = defineConsumers({
  service: 'vault',
  config: NO_SETTINGS,
  reads: ['crypto.epoch_turned', 'crypto.key_rotated', 'lineage.credential_stop_changed'],
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
    {
      name: 'stop-credentials',
      topics: ['lineage.credential_stop_changed'],
      scope: 'system',
      onPoison: 'park',
      async handle({ tx, messages }) {
        for (const { payload } of messages) {
          const { companyId, credential, isStopped, changedAt } = CredentialStopChanged.decode(payload);
          if (changedAt === undefined) throw new Error('A change of a stop has no time');
          await storeStop(tx, { companyId, credential, isStopped, changedAt });
        }
      },
    },
  ],
});
