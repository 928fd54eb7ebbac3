import type { Caller } from '@pii-vault/platform/core/context/caller';
import { companiesWith, missingPermission } from '@pii-vault/platform/core/context/permissions';
import type { Scope as DatabaseScope } from '@pii-vault/platform/postgres/database';
import { companySuspended, type OpenCompanies } from '../spaces/scopes/open-companies.ts';

/** The companies and agreements whose edges a caller sees. */
export interface Reader {
  /** Open companies whose people the caller may read in full. */
  readonly readable: ReadonlySet<number>;
  /** Companies whose rows the list shows: the requested one, or all readable ones. */
  readonly listed: readonly number[];
  /** Linking agreements in force: edges under others are not shown. */
  readonly agreements: readonly number[];
  /** Companies in which the caller may see pairs across companies; in the others only their number. */
  readonly paired: ReadonlySet<number>;
  /** Every open company: edges to records of a suspended one are not shown. */
  readonly open: readonly number[];
}

/** @throws AppError PERMISSION_DENIED when the caller may not read the requested company, or it is suspended */
export async function readerFor(
  caller: Caller,
  permission: string,
  companyId: number | undefined,
  agreements: readonly number[],
  companies: Pick<OpenCompanies, 'among'>,
): Promise<Reader> {
  const held = companiesWith(caller, permission);
  if (companyId !== undefined && held !== 'all' && !held.includes(companyId))
    throw missingPermission(permission);
  const asked = companyId === undefined ? undefined : await companies.among([companyId]);
  if (asked?.length === 0) throw companySuspended();
  const readable = await companies.among(held);
  const open = await companies.among('all');
  const paired = await companies.among(companiesWith(caller, PAIRS));
  return {
    readable: new Set(readable),
    listed: asked ?? readable,
    agreements,
    paired: new Set(paired),
    open,
  };
}

/** Permission to see single links across companies, and not only their number. */
const PAIRS = 'lineage:pairs';

/**
 * Whether the reader sees pairs across companies: requires it in every listed company, so that no pair is shown half.
 */
export const mayReadPairs = ({ listed, paired }: Pick<Reader, 'listed' | 'paired'>): boolean =>
  listed.every((companyId) => paired.has(companyId));

/** The reader for single edges: without pairs across companies unless it may see those. */
export function singleEdges(reader: Reader): Reader {
  return mayReadPairs(reader) ? reader : { ...reader, agreements: [] };
}

/** The row-level security scope of a reader. */
export function databaseScope({ listed }: Reader): DatabaseScope {
  return { companies: listed };
}
