import type { Caller } from '../core/context/caller.ts';
import { companiesWith } from '../core/context/permissions.ts';
import type { Scope } from './database.ts';

/**
 * The scope of a list: all companies in which the caller holds the permission, or only `companyId`, for which the RPC
 * has checked the permission already.
 */
export function scopeWith(caller: Caller, permission: string, companyId?: number | bigint): Scope {
  if (companyId !== undefined) return { companies: [Number(companyId)] };
  const held = companiesWith(caller, permission);
  return held === 'all' ? 'all' : { companies: held };
}
