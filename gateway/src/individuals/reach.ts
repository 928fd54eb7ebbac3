import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Individual } from '@pii-vault/proto/vault/v1/individuals';
import type { Clients } from '../clients.ts';
import { fallbackIfUnavailable, ifPermitted } from '../wire/optional-response.ts';
import type { Reach } from './individuals-mapper.ts';
import type { LinkingCompanies } from './linking-companies.ts';

export interface ReachDeps {
  readonly links: Pick<Clients['links'], 'listReached'>;
  readonly linking: LinkingCompanies;
}

/**
 * Companies that each person of a page reaches, by one RPC; without an RPC when no company of the page has an active
 * link agreement. While lineage is unavailable, and for viewers without permission to read links, only the viewer's
 * own companies are shown: people stay readable.
 */
export async function reachOf(
  { links, linking }: ReachDeps,
  ctx: Ctx,
  people: readonly Pick<Individual, 'companyId' | 'id'>[],
): Promise<(person: Pick<Individual, 'companyId' | 'id' | 'companyIds'>) => Reach> {
  const companies = linking();
  const individuals = people
    .filter(({ companyId }) => companies?.has(companyId) !== false)
    .map(({ companyId, id }) => ({ companyId, individualId: id }));
  const answer =
    individuals.length === 0
      ? { reached: [] }
      : await ifPermitted(
          ctx,
          'lineage:read',
          () => fallbackIfUnavailable(links.listReached(ctx, { individuals }), { reached: [] }),
          { reached: [] },
        );
  const reached = new Map(
    answer.reached.map((each) => [
      `${each.individual?.companyId}:${each.individual?.individualId}`,
      each.companyIds,
    ]),
  );
  return (person) => ({
    holding: person.companyIds,
    reached: reached.get(`${person.companyId}:${person.id}`) ?? [],
  });
}
