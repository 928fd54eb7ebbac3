import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import {
  ErasureCompleted,
  IndividualErased,
  RecordChanged,
} from '@pii-vault/proto/vault/events/v1/vault_events';

const RECORD_CHANGED = 'vault.record_changed';

/** A person and its new version. */
export interface ChangedPerson {
  readonly individualId: number;
  readonly version: number;
}

/**
 * Event for lineage: people of one company with new versions from one transaction. A person with an external id that is
 * created alone has a separate event (create-person.ts). Ids and versions only.
 * @param writtenBy the credential (stops/written-by.ts), for which lineage counts the matcher's answers; none for
 * work without a user
 * @param isRemoval consent was withdrawn or a value removed, and nothing was written
 */
export function recordsChanged(
  companyId: number,
  [first, ...others]: readonly [ChangedPerson, ...ChangedPerson[]],
  at: Date,
  writtenBy?: string,
  isRemoval = false,
): OutboxMessage {
  return {
    topic: RECORD_CHANGED,
    key: `${companyId}:${first.individualId}`,
    companyId,
    payload: RecordChanged.encode({
      companyId,
      individualId: first.individualId,
      version: first.version,
      occurredAt: at,
      otherIndividualIds: others.map(({ individualId }) => individualId),
      otherVersions: others.map(({ version }) => version),
      writtenBy,
      isRemoval,
    }).finish(),
  };
}

/** The same of one person. */
export function recordChanged(
  companyId: number,
  individualId: number,
  version: number,
  at: Date,
  writtenBy?: string,
  isRemoval = false,
): OutboxMessage {
  return recordsChanged(companyId, [{ individualId, version }], at, writtenBy, isRemoval);
}

/** A tombstone: consumers delete their data about the person in that company. */
export function individualErased(
  companyId: number,
  individualId: number,
  version: number,
  at: Date,
): OutboxMessage {
  return {
    topic: 'vault.individual_erased',
    key: `${companyId}:${individualId}`,
    companyId,
    payload: IndividualErased.encode({
      companyId,
      individualId,
      version,
      occurredAt: at,
    }).finish(),
  };
}

/** The person's key and rows are destroyed, and a certificate confirms it. */
export function erasureCompleted(companyId: number, individualId: number, at: Date): OutboxMessage {
  return {
    topic: 'vault.erasure_completed',
    key: `${companyId}:${individualId}`,
    companyId,
    payload: ErasureCompleted.encode({
      companyId,
      individualId,
      occurredAt: at,
    }).finish(),
  };
}
