import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';

export interface SameRecordsDeps extends Pick<Clients, 'imports'> {
  readonly linkFacts: Pick<Clients['linkFacts'], 'listVerifiedSameOf'>;
  readonly self: () => Ctx;
}

/** Changed people of one call to each service, and the calls of one request. */
const PEOPLE_AT_ONCE = 1_000;
const MOST_CALLS = 10;

interface Page {
  readonly importId: number;
  readonly limit: number;
  readonly position: string | undefined;
}

/**
 * People that the import changed and who have other records in its company, ascending. Most people have none: a page
 * looks at 10,000 people at most, and may be empty with a `next`.
 */
export async function sameRecords({ imports, linkFacts, self }: SameRecordsDeps, ctx: Ctx, page: Page) {
  const people: { individualId: number; verifiedSame: number[] }[] = [];
  let after = Number(page.position ?? 0);
  for (let call = 0; call < MOST_CALLS && people.length < page.limit; call++) {
    const changed = await imports.listImportCorrections(ctx, {
      importId: page.importId,
      limit: PEOPLE_AT_ONCE,
      afterIndividualId: after,
    });
    const { companyId, individualIds } = changed;
    // The vault has allowed the caller; the caller need not be allowed to read links.
    if (individualIds.length > 0) {
      const found = await linkFacts.listVerifiedSameOf(self(), { companyId, individualIds });
      for (const one of found.people)
        people.push({ individualId: one.individualId, verifiedSame: [...one.verifiedSame] });
    }
    after = changed.nextAfterIndividualId;
    if (after === 0) break;
  }
  const last = people[page.limit - 1];
  if (people.length > page.limit && last !== undefined) after = last.individualId;
  return { people: people.slice(0, page.limit), next: after === 0 ? undefined : after.toString() };
}
