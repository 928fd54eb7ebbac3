import { PollingCache } from '@pii-vault/platform/cache/polling-cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';

/** Ids of the companies with an active link agreement, at most 5 s old; undefined: unknown. */
export type LinkingCompanies = () => ReadonlySet<number> | undefined;

const REFRESH_MS = 1_500;

/** Cache of tenancy's list, refreshed in the background by its readers. */
export function linkingCompanies(
  { companyDirectory }: { readonly companyDirectory: Pick<Clients['companyDirectory'], 'listAgreements'> },
  self: () => Ctx,
  now: () => number = Date.now,
): LinkingCompanies {
  const companies = new PollingCache(
    'list of linking agreements',
    async () => {
      const live = { companyIds: [], onlyLive: true, agreementIds: [] };
      const { agreements } = await companyDirectory.listAgreements(self(), live);
      return new Set(agreements.flatMap((one) => [one.companyId, one.otherCompanyId]));
    },
    now,
  );
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - askedAt >= REFRESH_MS) {
      askedAt = now();
      // On failure the list expires, and links of all people are requested.
      companies.refresh().catch(() => undefined);
    }
    return companies.peek();
  };
}
