import type { OutboxMessage } from '@pii-vault/platform/events/outbox-message';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';

const RECORD_CHANGED = 'vault.record_changed';

/** Tells lineage that a person has a new version. Ids and version only. */
export function recordChanged(
  companyId: number,
  individualId: number,
  version: number,
  at: Date,
): OutboxMessage {
  return {
    topic: RECORD_CHANGED,
    key: `${companyId}:${individualId}`,
    companyId,
    payload: RecordChanged.encode({
      companyId: BigInt(companyId),
      individualId: BigInt(individualId),
      version: BigInt(version),
      occurredAt: at,
    }).finish(),
  };
}
