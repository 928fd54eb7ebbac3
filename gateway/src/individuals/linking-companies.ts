import { Polled } from '@pii-vault/platform/cache/polled';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Clients } from '../clients.ts';

/** Ids of the companies with a linking agreement in force, at most 5 s old; undefined: nobody can tell. */
export type LinkingCompanies = () => ReadonlySet<number> | undefined;

const REFRESH_MS = 1_500;

/** The same as tenancy tells it, asked anew by whoever wants to know, and waited for by nobody. */
export function linkingCompanies(
  { companyDirectory }: { readonly companyDirectory: Pick<Clients['companyDirectory'], 'listAgreements'> },
  self: () => Ctx,
  now: () => number = Date.now,
): LinkingCompanies {
  const told = new Polled(
    'list of linking agreements',
    async () => {
      const live = { companyIds: [], onlyLive: true, agreementIds: [] };
      const { agreements } = await companyDirectory.listAgreements(self(), live);
      return new Set(agreements.flatMap((one) => [Number(one.companyId), Number(one.otherCompanyId)]));
    },
    now,
  );
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - askedAt >= REFRESH_MS) {
      askedAt = now();
      // Who cannot be asked leaves the list to grow too old, and then everybody's links are asked for.
      told.refresh().catch(() => undefined);
    }
    return told.peek();
  };
}
