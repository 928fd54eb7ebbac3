import type { ConsumerSpec } from '@pii-vault/platform/messaging/consumer-spec';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { noteWrites, type RecordWrite, type WriteBudgets } from '../disclosure/probes/note-writes.ts';
import { enqueueChanged, enqueueErased, type QueuedRecord } from '../matching/queue-store.ts';

/** Queues a changed or erased person. The vault decides later which features lineage may store. */
export function onRecordChanged(
  topic: 'vault.record_changed' | 'vault.individual_erased',
  wake: () => void,
  budgets: WriteBudgets,
): ConsumerSpec {
  return {
    name: topic === 'vault.record_changed' ? 'queue-changed-records' : 'queue-erased-records',
    topics: [topic],
    scope: 'system',
    onPoison: 'park',
    // The queue keeps the newest version of a record, and matching one again changes nothing.
    knowsRepeats: true,
    async handle({ tx, ctx, messages }) {
      // Both events have the same fields under the same numbers; an erasure has no others.
      const events = messages.map(({ payload }) => RecordChanged.decode(payload));
      const records = events.flatMap(recordsOf);
      // Stored before the person is queued: the writer of a record is known before any pair of it is found.
      await noteWrites(tx, ctx, budgets, events.flatMap(writesOf), new Date());
      await (topic === 'vault.record_changed' ? enqueueChanged : enqueueErased)(tx, records);
      tx.afterCommit(wake);
    },
  };
}

function recordsOf(event: RecordChanged): QueuedRecord[] {
  const companyId = event.companyId;
  const others = event.otherIndividualIds.map((id, n) => ({
    companyId,
    individualId: id,
    version: event.otherVersions[n] ?? 0,
  }));
  return [{ companyId, individualId: event.individualId, version: event.version }, ...others];
}

function writesOf(event: RecordChanged): RecordWrite[] {
  const { writtenBy, isRemoval } = event;
  if (writtenBy === undefined) return [];
  return [{ companyId: event.companyId, credential: writtenBy, isRemoval, people: recordsOf(event) }];
}
