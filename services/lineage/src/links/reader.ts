import type { Caller } from '@pii-vault/platform/context/caller';
import { companiesWith, permissionDenied } from '@pii-vault/platform/context/permissions';
import type { Scope as DatabaseScope } from '@pii-vault/platform/db/database';

/** Whose edges a caller sees, and under which agreements. */
export interface Reader {
  /** Companies whose people the caller may see in full. */
  readonly readable: 'all' | ReadonlySet<number>;
  /** Companies whose rows the list shows: one that was asked for, or all readable ones. */
  readonly listed: 'all' | readonly number[];
  /** Linking agreements in force: an edge under another one is not shown. */
  readonly agreements: readonly number[];
}

/** @throws AppError PERMISSION_DENIED when the caller may not read the company that was asked for */
export function readerFor(
  caller: Caller,
  permission: string,
  companyId: number | undefined,
  agreements: readonly number[],
): Reader {
  const held = companiesWith(caller, permission);
  const readable = held === 'all' ? held : new Set(held);
  if (companyId !== undefined && !canRead(readable, companyId)) throw permissionDenied(permission);
  return { readable, listed: companyId === undefined ? held : [companyId], agreements };
}

export function canRead(readable: Reader['readable'], companyId: number): boolean {
  return readable === 'all' || readable.has(companyId);
}

/** The row-level security scope of a reader. */
export function databaseScope({ listed }: Reader): DatabaseScope {
  return listed === 'all' ? 'all' : { companies: listed };
}
