import { auditEntrySchema } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { TrailDetails, TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { jsonOf } from '../passed/json-of.ts';
import { present } from '../wire/values.ts';

const entryJson = jsonOf(auditEntrySchema);

/** Names of users that an entry contains by id; undefined for unknown users. */
export interface EntryNames {
  readonly actorName: string | undefined;
  readonly onBehalfOfName: string | undefined;
  readonly userName: string | undefined;
}

export const toAuditEntry = (entry: TrailEntry, users: EntryNames, names: ReadonlyMap<number, CompanyName>) =>
  entryJson({ ...withCompanyName(entry, names), ...users });

interface Detailed {
  readonly companyId?: number | undefined;
  readonly details: TrailDetails | undefined;
}

/** With the name of the company, also in the details. */
export function withCompanyName<T extends Detailed>(entry: T, names: ReadonlyMap<number, CompanyName>) {
  const companyName = entry.companyId === undefined ? undefined : nameOf(names, entry.companyId);
  return { ...entry, companyName, details: { ...present(entry.details), companyName } };
}
