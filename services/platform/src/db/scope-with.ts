import type { Caller } from '../context/caller.ts';
import { companiesWith } from '../context/permissions.ts';
import type { Scope } from './database.ts';

/**
 * What a list may show: the rows of every company in which the caller holds the permission, or of the one that is
 * named, for which the RPC has asked already.
 */
export function scopeWith(caller: Caller, permission: string, companyId?: number | bigint): Scope {
  if (companyId !== undefined) return { companies: [Number(companyId)] };
  const held = companiesWith(caller, permission);
  return held === 'all' ? 'all' : { companies: held };
}
