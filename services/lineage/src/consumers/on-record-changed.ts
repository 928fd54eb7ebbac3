import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { enqueueRecords } from '../matching/queue-store.ts';

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
      const records = messages.map(({ payload }) => RecordChanged.decode(payload));
      await enqueueRecords(
        tx,
        records.map((record) => ({
          companyId: Number(record.companyId),
          individualId: Number(record.individualId),
          version: Number(record.version),
        })),
      );
      tx.afterCommit(wake);
    },
  };
}
