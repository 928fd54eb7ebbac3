import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { enqueueChanged, enqueueErased, type QueuedRecord } from '../matching/queue-store.ts';

/** A changed or erased person is queued; what may be held of them is what the vault then hands out. */
export function onRecordChanged(
  topic: 'vault.record_changed' | 'vault.individual_erased',
  wake: () => void,
): ConsumerSpec {
  return {
    name: topic === 'vault.record_changed' ? 'queue-changed-records' : 'queue-erased-records',
    topics: [topic],
    scope: 'system',
    onPoison: 'park',
    // The queue keeps the newest version of a record, and matching one again changes nothing.
    knowsRepeats: true,
    async handle({ tx, messages }) {
      // Both events carry the same fields under the same numbers, an erasure no others.
      const records = messages.flatMap(({ payload }) => recordsOf(RecordChanged.decode(payload)));
      await (topic === 'vault.record_changed' ? enqueueChanged : enqueueErased)(tx, records);
      tx.afterCommit(wake);
    },
  };
}

function recordsOf(event: RecordChanged): QueuedRecord[] {
  const companyId = Number(event.companyId);
  const others = event.otherIndividualIds.map((id, n) => ({
    companyId,
    individualId: Number(id),
    version: Number(event.otherVersions[n] ?? 0n),
  }));
  return [{ companyId, individualId: Number(event.individualId), version: Number(event.version) }, ...others];
}
