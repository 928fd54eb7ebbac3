import type { Caller } from '@pii-vault/platform/context/caller';
import { companiesWith, permissionDenied } from '@pii-vault/platform/context/permissions';
import type { Scope as DatabaseScope } from '@pii-vault/platform/db/database';
import { companySuspended, type OpenCompanies } from '../scopes/open-companies.ts';

/** Whose edges a caller sees, and under which agreements. */
export interface Reader {
  /** Open companies whose people the caller may see in full. */
  readonly readable: ReadonlySet<number>;
  /** Companies whose rows the list shows: one that was asked for, or all readable ones. */
  readonly listed: readonly number[];
  /** Linking agreements in force: an edge under another one is not shown. */
  readonly agreements: readonly number[];
  /** Every open company: an edge to a record of a suspended one is not shown. */
  readonly open: readonly number[];
}

/** @throws AppError PERMISSION_DENIED when the caller may not read the company that was asked for, or it is suspended */
export async function readerFor(
  caller: Caller,
  permission: string,
  companyId: number | undefined,
  agreements: readonly number[],
  companies: Pick<OpenCompanies, 'among'>,
): Promise<Reader> {
  const held = companiesWith(caller, permission);
  if (companyId !== undefined && held !== 'all' && !held.includes(companyId))
    throw permissionDenied(permission);
  const asked = companyId === undefined ? undefined : await companies.among([companyId]);
  if (asked?.length === 0) throw companySuspended();
  const readable = await companies.among(held);
  const open = await companies.among('all');
  return { readable: new Set(readable), listed: asked ?? readable, agreements, open };
}

/** The row-level security scope of a reader. */
export function databaseScope({ listed }: Reader): DatabaseScope {
  return { companies: listed };
}
