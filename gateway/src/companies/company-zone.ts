import type { Caller } from '@pii-vault/platform/core/context/caller';
import { isTimeZone } from '@pii-vault/platform/values/zoned-day';
import type { ZoneFor } from '../edge/period.ts';
import type { CompanyNames } from './company-names.ts';

/** @param deployment zone of requests about several companies, and of companies whose zone is not known here */
export function zoneFor(names: CompanyNames, deployment: string): ZoneFor {
  return async (caller, companyId) => {
    const id = companyId ?? onlyCompany(caller);
    const zone = id === undefined ? undefined : (await names([id])).get(id)?.timeZone;
    return zone !== undefined && isTimeZone(zone) ? zone : deployment;
  };
}

function onlyCompany(caller: Caller): number | undefined {
  if (caller.kind !== 'user' || caller.isSuperAdmin) return;
  const [only, ...others] = caller.companies.keys();
  return others.length === 0 ? only : undefined;
}
