import { RECONCILIATION, reveal } from '../load/readers.ts';
import type { Load, Tenant } from '../load/start-load.ts';
import type { ListedPerson } from './check-people.ts';

/** Companies, and the load of their clients. */
export interface LoadedTenants {
  readonly tenants: readonly Tenant[];
  readonly load: Pick<Load, 'history' | 'callsOf'>;
}

const PAGE_SIZE = 200;

/**
 * Lists everyone in the API, with external ids. Answers to imports have no ids: this adds them to the history.
 * @throws Error if a page is not answered
 */
export async function listAllPeople(asked: LoadedTenants): Promise<ListedPerson[]> {
  const listed = (await Promise.all(asked.tenants.map((tenant) => listPeople(asked, tenant)))).flat();
  for (const { companyId, individualId, externalIds } of listed)
    for (const externalId of externalIds) {
      const person = asked.load.history.people.get(`${companyId}/${externalId}`);
      if (person !== undefined) person.individualId ??= individualId;
    }
  return listed;
}

async function listPeople({ load }: LoadedTenants, tenant: Tenant): Promise<ListedPerson[]> {
  const { companyId } = tenant;
  const listed: ListedPerson[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      companyId,
      limit: PAGE_SIZE,
      include: ['externalIds' as const],
      purpose: RECONCILIATION,
      cursor,
    };
    const answered = await load
      .callsOf(tenant)
      .once('list', (client, signal) => client.page('GET /individuals', { query, signal }));
    if (answered === undefined) throw new Error(`The people of company ${companyId} are not listed`);
    const { rows, next } = answered.answer;
    for (const { id, externalIds = [] } of rows)
      listed.push({
        companyId,
        individualId: id,
        externalIds: externalIds.map(({ externalId }) => externalId),
      });
    load.history.views.push({
      action: 'field_view',
      requestId: answered.requestId,
      individualIds: rows.filter(({ externalIds = [] }) => externalIds.length > 0).map(({ id }) => id),
      fieldNames: ['external_id'],
    });
    cursor = next;
  } while (cursor !== undefined);
  return listed;
}

/**
 * Reveals every value once more, so that the last write is compared with the stored value.
 * @returns people missing from the answers: the API omits people that it does not have
 */
export async function revealAllPeople({ tenants, load }: LoadedTenants): Promise<string[]> {
  const notRevealed: string[] = [];
  for (const tenant of tenants) {
    const { companyId } = tenant;
    const reader = { companyId, history: load.history, calls: load.callsOf(tenant) };
    const known = [...load.history.people.values()].filter(
      (person) => person.companyId === companyId && person.individualId !== undefined,
    );
    for (let from = 0; from < known.length; from += PAGE_SIZE) {
      const some = known.slice(from, from + PAGE_SIZE);
      const before = load.history.reveals.length;
      if (!(await reveal(reader, some))) {
        load.history.unanswered.push(`the last reveal of company ${companyId}`);
        continue;
      }
      const shown = new Set(
        load.history.reveals.slice(before).map((one) => `${companyId}/${one.individualId}`),
      );
      const asked = some.map(({ individualId }) => `${companyId}/${individualId}`);
      notRevealed.push(...asked.filter((name) => !shown.has(name)));
    }
  }
  return notRevealed;
}
