import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';

export interface CompanyName {
  readonly id: number;
  readonly name: string;
  readonly tier: string;
  readonly timeZone: string | undefined;
}

/** Names of companies by id; unknown ids are missing from the result. */
export type CompanyNames = (ids: Iterable<number>) => Promise<ReadonlyMap<number, CompanyName>>;

const keepMs = 5_000;

/** Names only label rows that a service has allowed the caller to see, so the gateway requests them as itself. */
export function companyNames(
  { companyDirectory }: Pick<Clients, 'companyDirectory'>,
  self: () => Ctx,
  now: () => number = Date.now,
): CompanyNames {
  const kept = new Map<number, { company: CompanyName; until: number }>();
  return async (ids) => {
    const wanted = new Set(ids);
    const missing = [...wanted].filter((id) => (kept.get(id)?.until ?? 0) <= now());
    if (missing.length > 0) {
      const { companies } = await companyDirectory.getCompanies(self(), { companyIds: missing });
      for (const { id, name, tier, timeZone } of companies)
        kept.set(id, { company: { id, name, tier, timeZone }, until: now() + keepMs });
    }
    const found = [...wanted].flatMap((id) => kept.get(id)?.company ?? []);
    return new Map(found.map((company) => [company.id, company]));
  };
}

/** Name of a company; the id for an unknown company. */
export const nameOf = (names: ReadonlyMap<number, CompanyName>, id: number): string =>
  names.get(id)?.name ?? `Company ${id}`;
