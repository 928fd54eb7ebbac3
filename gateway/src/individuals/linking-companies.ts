import { Polled } from '@pii-vault/platform/cache/polled';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Clients } from '../clients.ts';

/** Ids of the companies with a linking agreement in force, as last told. */
export type LinkingCompanies = Pick<Polled<ReadonlySet<number>>, 'peek'>;

/** The same as tenancy tells it; somebody has to refresh it every 2 s. */
export function pollLinking(
  { companyDirectory }: Pick<Clients, 'companyDirectory'>,
  self: () => Ctx,
): Polled<ReadonlySet<number>> {
  return new Polled('list of linking agreements', async () => {
    const live = { companyIds: [], onlyLive: true, agreementIds: [] };
    const { agreements } = await companyDirectory.listAgreements(self(), live);
    return new Set(agreements.flatMap((one) => [Number(one.companyId), Number(one.otherCompanyId)]));
  });
}
