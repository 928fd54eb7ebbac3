import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Individual } from '@pii-vault/proto/vault/v1/individuals';
import type { Clients } from '../clients.ts';
import { ifHeld, unlessAway } from '../wire/optional-answer.ts';
import { toIds } from '../wire/values.ts';
import type { Reach } from './individuals-mapper.ts';
import type { LinkingCompanies } from './linking-companies.ts';

export interface ReachDeps {
  readonly links: Pick<Clients['links'], 'listReached'>;
  readonly linking: LinkingCompanies;
}

/**
 * Which companies each person of a page reaches, by one RPC, and by none where no company of the page has a
 * linking agreement in force. While lineage is away, and for who may not read links, the page shows the viewer's own
 * companies only: people stay readable without their links.
 */
export async function reachOf(
  { links, linking }: ReachDeps,
  ctx: Ctx,
  people: readonly Pick<Individual, 'companyId' | 'id'>[],
): Promise<(person: Pick<Individual, 'companyId' | 'id' | 'companyIds'>) => Reach> {
  const companies = linking();
  const individuals = people
    .filter(({ companyId }) => companies?.has(Number(companyId)) !== false)
    .map(({ companyId, id }) => ({ companyId, individualId: id }));
  const answer =
    individuals.length === 0
      ? { reached: [] }
      : await ifHeld(
          ctx,
          'lineage:read',
          () => unlessAway(links.listReached(ctx, { individuals }), { reached: [] }),
          { reached: [] },
        );
  const reached = new Map(
    answer.reached.map((each) => [
      `${each.individual?.companyId}:${each.individual?.individualId}`,
      toIds(each.companyIds),
    ]),
  );
  return (person) => ({
    holding: toIds(person.companyIds),
    reached: reached.get(`${person.companyId}:${person.id}`) ?? [],
  });
}
