import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import { companiesOf, toPerson, toPresence } from './individuals-mapper.ts';
import { type ReachDeps, reachOf } from './reach.ts';

export type ListDeps = Pick<Clients, 'individuals' | 'links'> & ReachDeps & { names: CompanyNames };

/** Filters of the list and its export. */
interface Filters {
  readonly companyId?: number | undefined;
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
  readonly quality?: string | undefined;
  readonly externalId?: string | undefined;
  readonly include?: 'externalIds' | undefined;
  readonly purpose?: string | undefined;
}

interface Place {
  readonly limit: number;
  readonly position: string | undefined;
  readonly forExport?: boolean;
}

/** One page of people with the companies that their links reach; only requested external ids are decrypted. */
export async function listPage(
  deps: ListDeps,
  ctx: Ctx,
  filters: Filters,
  { limit, position, forExport = false }: Place,
): Promise<{ rows: Individual[]; next: string | undefined; total: number | undefined }> {
  const answer = await deps.individuals.listIndividuals(ctx, {
    companyId: filters.companyId,
    limit,
    cursor: position,
    sort: filters.sort,
    search: filters.search,
    quality: filters.quality,
    externalId: filters.externalId,
    includeExternalIds: filters.include === 'externalIds',
    forExport,
    purpose: filters.purpose,
  });
  const reach = await reachOf(deps, ctx, answer.individuals);
  const named = await deps.names(answer.individuals.flatMap((person) => companiesOf(reach(person))));
  const externalIds = (id: number) =>
    answer.externalIds
      .filter(({ individualId }) => individualId === id)
      .map(({ companyId, externalId }) => ({ companyId, externalId }));
  return {
    rows: answer.individuals.map((person) => ({
      ...toPerson(person, reach(person), named),
      piiFields: toPresence(person),
      ...(filters.include === undefined ? {} : { externalIds: externalIds(person.id) }),
    })),
    next: answer.nextCursor,
    total: answer.total,
  };
}
