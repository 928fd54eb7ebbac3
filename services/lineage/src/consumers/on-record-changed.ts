import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { enqueueRecords, noteErased } from '../matching/queue-store.ts';

/** A changed or erased person is queued; what may be held of them is what the vault then hands out. */
export function onRecordChanged(
  topic: 'vault.record_changed' | 'vault.individual_erased',
  wake: () => void,
): ConsumerSpec {
  return {
    name: topic === 'vault.record_changed' ? 'queue-changed-records' : 'queue-erased-records',
    topic,
    scope: 'system',
    onPoison: 'park',
    async handle({ tx, messages }) {
      // Both events carry the same fields under the same numbers.
      const records = messages
        .map(({ payload }) => RecordChanged.decode(payload))
        .map(({ companyId, individualId, version }) => ({
          companyId: Number(companyId),
          individualId: Number(individualId),
          version: Number(version),
        }));
      if (topic === 'vault.individual_erased') await noteErased(tx, records);
      await enqueueRecords(tx, records);
      tx.afterCommit(wake);
    },
  };
}
