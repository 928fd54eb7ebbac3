import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@pii-vault/contract/client';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { readUnrest } from '../backlog.ts';
import { reveal } from '../load/readers.ts';
import type { Load, Tenant } from '../load/start-load.ts';
import type { Told } from '../load/told.ts';
import { checkAnswers } from './check-answers.ts';
import { checkEffects } from './check-effects.ts';
import { checkPeople, type ListedPerson } from './check-people.ts';
import { checkTrail } from './check-trail.ts';
import { type Finding, findingOf } from './finding.ts';
import { readHeld } from './held.ts';
import { checkLeaks } from './leaks.ts';
import { checkProofs } from './proofs.ts';
import { readTrail } from './trail.ts';

/** A vault, what its clients were told, and where it keeps its files. */
export interface Checked {
  readonly address: string;
  readonly dataDir: string;
  readonly keysDir: string;
  readonly tenants: readonly Tenant[];
  readonly load: Pick<Load, 'told' | 'callsOf'>;
}

/** Compares everything that clients were told with what is there, through the API and in the database. */
export async function checkAll(checked: Checked): Promise<Finding[]> {
  const { told } = checked.load;
  const people = [...told.people.values()];
  const unrest = await comesToRest(checked.dataDir);
  const listed = (await Promise.all(checked.tenants.map((tenant) => listPeople(checked, tenant)))).flat();
  nameEveryone(told, listed);
  await revealEveryone(checked);
  const rested = await comesToRest(checked.dataDir);
  const client = await connectDatabase(checked.dataDir);
  try {
    const held = await readHeld(
      client,
      checked.tenants.map(({ companyId }) => companyId),
    );
    const [first] = checked.tenants;
    return [
      ...checkAnswers(told),
      ...checkPeople(people, listed, held.people),
      ...checkEffects(people, held),
      ...checkTrail(told, held.people, await readTrail(client)),
      ...findingOf('nothing is left behind', 'under way for too long', [...unrest, ...rested]),
      ...(first === undefined ? [] : await checkProofs(clientOf(checked, first), checked)),
      ...(await checkLeaks(people, [checked.dataDir, checked.keysDir])),
    ];
  } finally {
    await client.end();
  }
}

function clientOf({ address }: Checked, { bearer }: Tenant): Client {
  return createClient({ baseUrl: `${address}/api`, getToken: () => bearer });
}

const AT_ONCE = 200;

/** An import's answer names nobody: its people have the ids under which they are listed. */
function nameEveryone(told: Told, listed: readonly ListedPerson[]): void {
  for (const { companyId, individualId, externalIds } of listed)
    for (const externalId of externalIds) {
      const person = told.people.get(`${companyId}/${externalId}`);
      if (person !== undefined) person.individualId ??= individualId;
    }
}

/** Shows every value once more, so that what was written last is compared with what is there. */
async function revealEveryone({ tenants, load }: Checked): Promise<void> {
  for (const tenant of tenants) {
    const { companyId } = tenant;
    const known = [...load.told.people.values()].filter(
      (person) => person.companyId === companyId && person.individualId !== undefined,
    );
    for (let from = 0; from < known.length; from += AT_ONCE) {
      const some = known.slice(from, from + AT_ONCE);
      if (!(await reveal({ companyId, told: load.told, calls: load.callsOf(tenant) }, some)))
        load.told.unanswered.push(`the last reveal of company ${companyId}`);
    }
  }
}

/** @throws Error when a page is not answered */
async function listPeople({ load }: Checked, tenant: Tenant): Promise<ListedPerson[]> {
  const { companyId } = tenant;
  const listed: ListedPerson[] = [];
  let cursor: string | undefined;
  do {
    const query = { companyId, limit: AT_ONCE, include: 'externalIds', cursor } as const;
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

const REST_MS = 120_000;

/** Waits until nothing is under way in any service. @returns what still is after two minutes */
export async function comesToRest(dataDir: string): Promise<string[]> {
  const until = performance.now() + REST_MS;
  for (;;) {
    const unrest = Object.entries(await readUnrest(dataDir));
    if (unrest.length === 0) return [];
    if (performance.now() > until) return unrest.map(([what, count]) => `${count} in ${what}`);
    await delay(200);
  }
}
