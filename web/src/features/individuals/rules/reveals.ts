import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { clientName } from '../../../i18n/client-name.ts';

type Entry = Pick<AuditTrailEntry, 'details' | 'timestamp'>;

/** The name of the user, or for an API client of its owner. */
export const revealerOf = ({
  actorType,
  actorName,
  actorId,
}: Pick<AuditTrailEntry, 'actorType' | 'actorName' | 'actorId'>): string =>
  actorType === 'api_client' ? clientName(actorName, actorId) : (actorName ?? actorId);

export const isAllowed = ({ details }: Entry): boolean => details.decision !== 'refused';

/** Field types of a reveal; empty if the entry does not name them. */
export const typesOf = ({ details }: Entry): readonly string[] =>
  details.fieldNames ?? (details.fieldType === undefined ? [] : [details.fieldType]);

/** When each field type was last revealed. @param entries newest first */
export function lastAccess(entries: readonly Entry[]): Readonly<Partial<Record<FieldType, string>>> {
  const found: Record<string, string> = {};
  for (const entry of entries.filter(isAllowed)) {
    for (const type of typesOf(entry)) found[type] ??= entry.timestamp;
  }
  return found;
}
