import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Scope } from '@pii-vault/platform/postgres/database';

/** All companies of a caller, for any permission there. */
export function ownCompanies(caller: Caller): Scope {
  if (caller.kind !== 'user') return { companies: [] };
  return caller.isSuperAdmin ? 'all' : { companies: [...caller.companies.keys()] };
}
