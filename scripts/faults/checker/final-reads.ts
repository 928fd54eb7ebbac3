import { RECONCILIATION, reveal } from '../load/readers.ts';
import type { Load, Tenant } from '../load/start-load.ts';
import type { ListedPerson } from './check-people.ts';

/** Companies, and the load that their clients were. */
export interface Asked {
  readonly tenants: readonly Tenant[];
  readonly load: Pick<Load, 'told' | 'callsOf'>;
}

const AT_ONCE = 200;

/**
 * Everybody whom the API lists, with their external ids. An import's answer names nobody: its people have the ids under
 * which they are listed.
 * @throws Error when a page is not answered
 */
export async function listEveryone(asked: Asked): Promise<ListedPerson[]> {
  const listed = (await Promise.all(asked.tenants.map((tenant) => listPeople(asked, tenant)))).flat();
  for (const { companyId, individualId, externalIds } of listed)
    for (const externalId of externalIds) {
      const person = asked.load.told.people.get(`${companyId}/${externalId}`);
      if (person !== undefined) person.individualId ??= individualId;
    }
  return listed;
}

async function listPeople({ load }: Asked, tenant: Tenant): Promise<ListedPerson[]> {
  const { companyId } = tenant;
  const listed: ListedPerson[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      companyId,
      limit: AT_ONCE,
      include: 'externalIds',
      purpose: RECONCILIATION,
      cursor,
    } as const;
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
    load.told.views.push({
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
 * Shows every value once more, so that what was written last is compared with what is there.
 * @returns whom the answers left out: the API says nothing of people whom it does not have
 */
export async function revealEveryone({ tenants, load }: Asked): Promise<string[]> {
  const leftOut: string[] = [];
  for (const tenant of tenants) {
    const { companyId } = tenant;
    const reader = { companyId, told: load.told, calls: load.callsOf(tenant) };
    const known = [...load.told.people.values()].filter(
      (person) => person.companyId === companyId && person.individualId !== undefined,
    );
    for (let from = 0; from < known.length; from += AT_ONCE) {
      const some = known.slice(from, from + AT_ONCE);
      const before = load.told.reveals.length;
      if (!(await reveal(reader, some))) {
        load.told.unanswered.push(`the last reveal of company ${companyId}`);
        continue;
      }
      const shown = new Set(load.told.reveals.slice(before).map((one) => `${companyId}/${one.individualId}`));
      const asked = some.map(({ individualId }) => `${companyId}/${individualId}`);
      leftOut.push(...asked.filter((name) => !shown.has(name)));
    }
  }
  return leftOut;
}
