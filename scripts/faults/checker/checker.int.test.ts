import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { startVaultProcess, type VaultProcess } from '../../running-vault/vault-process.ts';
import { type Load, startLoad, type Tenant } from '../load/start-load.ts';
import { PARTNER_CALLS, Told, type ToldPerson } from '../load/told.ts';
import { makeWorld } from '../world.ts';
import { checkAll } from './check-all.ts';
import { pairName, samePan } from './check-effects.ts';
import type { ListedPerson } from './check-people.ts';
import { compareTold } from './compare-told.ts';
import type { Finding } from './finding.ts';
import { listEveryone } from './last-answers.ts';
import { readTellable } from './tellable.ts';
import { deadLetter, leftBehind, TAKEN_FOR_EVER } from './testing/left-behind.ts';
import { plantInVault } from './testing/plant-in-vault.ts';
import { PLANTED_ROWS, type RowsAbout, rowsAbout } from './testing/planted-rows.ts';
import { PLANTED_COMPANY, PLANTED_TELLABLE, plantTellable } from './testing/planted-tellable.ts';
import { comesToRest, readUnrest } from './unrest.ts';

// The checker against a real vault: it has nothing to say of a sound one, and names each fault that is planted, and no other.

let vault: VaultProcess;
let tenants: readonly Tenant[];
let load: Load;
let database: Client;
let imported: readonly ToldPerson[];

/** Clients have done some of everything. */
function isEnough({ people, reveals, successes }: Told): boolean {
  const kinds = new Set(successes.map(({ kind }) => kind));
  return (
    people.size > 200 &&
    linkedPair(people.values()) !== undefined &&
    reveals.length > 10 &&
    PARTNER_CALLS.every((kind) => kinds.has(kind)) &&
    corrected(people.values()) !== undefined
  );
}

/** Two people of two companies with one PAN: their edge is a row for each company. */
const linkedPair = (people: Iterable<ToldPerson>) =>
  samePan(people).find(([one, other]) => one.companyId !== other.companyId);

/** Whose email was corrected. */
const corrected = (people: Iterable<ToldPerson>) =>
  [...people].find(({ withdrawal, values }) => {
    const emails = values.get('email') ?? [];
    return withdrawal === undefined && emails.length > 1 && emails.at(-1)?.answeredAt !== undefined;
  });

function check(): Promise<Finding[]> {
  const { address, dataDir, keysDir, folders } = vault;
  return checkAll({ address, dataDir, keysDir, folders, tenants, load });
}

/** How many of which kind, without the first of them. */
const kindsOf = (findings: readonly Finding[]) =>
  findings.map(({ promise, what }) => `${promise}: ${what.replace(/(?<=\(\d+\)): .*/s, '')}`);

/** What is written meanwhile is seen by nobody else, and gone afterwards. */
async function unseen<T>(work: () => Promise<T>): Promise<T> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    return await work();
  } finally {
    await database.query('ROLLBACK');
  }
}

beforeAll(async () => {
  vault = await startVaultProcess();
  ({ tenants } = await makeWorld(vault.address));
  load = startLoad(vault.address, tenants, 4);
  await vi.waitUntil(() => isEnough(load.told), { timeout: 60_000 });
  await load.end();
  imported = [...load.told.people.values()].filter((one) => one.individualId === undefined);
  database = await connectDatabase(vault.dataDir);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await vault?.stop();
}, 60_000);

it('has nothing to say of a vault that kept its promises', async () => {
  expect(await check()).toEqual([]);
}, 120_000);

describe('what is planted in the database', () => {
  let listed: readonly ListedPerson[];
  let about: RowsAbout;
  const compare = () =>
    compareTold(
      database,
      load.told,
      tenants.map(({ companyId }) => companyId),
      listed,
    );

  beforeAll(async () => {
    listed = await listEveryone({ tenants, load });
    await comesToRest(vault.dataDir);
    const [person, pair] = [corrected(load.told.people.values()), linkedPair(load.told.people.values())];
    if (person === undefined || pair === undefined) throw new Error('The load did not do enough');
    about = rowsAbout(person, pairName(pair));
  });

  it('is nothing at first', async () => {
    expect(await unseen(compare)).toEqual([]);
  });

  it.each(PLANTED_ROWS)('is named: %s', async (_, sql, named) => {
    const found = await unseen(async () => {
      await database.query(sql(about));
      return compare();
    });
    expect(kindsOf(found)).toEqual(named);
  });

  it('is read: what webhooks have to tell a company, and nothing else', async () => {
    const read = await unseen(async () => {
      await database.query(plantTellable(about));
      return readTellable(database, [PLANTED_COMPANY]);
    });
    expect(read).toEqual(PLANTED_TELLABLE);
  });

  it('is named: what is left in an outbox, on the bus, among dead letters, before matching, or in alarm', async () => {
    const { rows } = await database.query<{ name: string }>(
      "SELECT table_schema AS name FROM information_schema.tables WHERE table_name = 'outbox'",
    );
    const left = leftBehind(rows.map(({ name }) => name));
    const found = await unseen(async () => {
      await database.query([...left.values()].join(';'));
      return readUnrest(database);
    });
    expect(found).toEqual(Object.fromEntries([...left.keys()].map((place) => [place, 1])));
  });
});

const NOTHING_LEFT = 'DELETE FROM lineage.match_queue; DELETE FROM identity.dead_letter';

it('names what is left before it asks the vault or after, a last reveal that is not answered, and what nobody was told', async () => {
  const { address, dataDir, keysDir, folders } = vault;
  const told: Told = Object.assign(new Told(), load.told, { unanswered: [] });
  const callsOf: Load['callsOf'] = (tenant) => ({
    ...load.callsOf(tenant),
    async once(kind, send) {
      if (kind !== 'reveal') return load.callsOf(tenant).once(kind, send);
      await database.query(`${NOTHING_LEFT}; ${deadLetter('identity')}`);
      return undefined;
    },
  });
  const asked = { address, dataDir, keysDir, folders, tenants, load: { told, callsOf } };
  await database.query(TAKEN_FOR_EVER);
  const found = await checkAll({ ...asked, webhooks: { received: [] } }, 0).finally(() =>
    database.query(NOTHING_LEFT),
  );
  for (const place of ['lineage.match_queue', 'identity.dead_letter'])
    expect(found).toContainEqual(finding('nothing is left behind', `1 in ${place}`));
  expect(found).toContainEqual(finding('every effect once', 'reveals that no webhook told'));
  for (const { companyId } of tenants)
    expect(found).toContainEqual(
      finding('requests succeed again', `the last reveal of company ${companyId}`),
    );
});

describe('what is planted in the vault', () => {
  let planted: readonly Finding[];

  beforeAll(async () => {
    await plantInVault({ dataDir: vault.dataDir, database, load, tenants, imported });
    planted = await check();
  }, 180_000);

  const PLANTED: readonly (readonly [what: string, ...Parameters<typeof finding>])[] = [
    ['a value that an import lost', 'no acknowledged write lost', 'those last written (1): name of'],
    ['a withdrawal lost', 'no acknowledged write lost', 'values shown after consent was withdrawn (1)'],
    ['a person gone', 'no acknowledged write lost', 'people that are not there (1)'],
    ['whom nobody sent', 'every effect once', 'people whom nobody sent (1)'],
    ['an event lost', 'every effect once', 'of which lineage does not know (1)'],
    [
      'a reveal without audit',
      'no answer without its audit row',
      'plaintext that the trail does not know of (2)',
    ],
    [
      'a masked page and a search without',
      'no answer without its audit row',
      'answers that the trail does not know of (2)',
    ],
    ['whom a reveal leaves out', 'no acknowledged write lost', 'people whom the last reveal left out (1)'],
    ['an entry that was changed', 'proofs verify', 'the vault does not verify its trail (1): entry 0'],
    ['to an auditor as well', 'proofs verify', 'audit-fsck (1): The audit trail is NOT sound: entry 0'],
    ['a value in a log', 'no readable value in a file', 'logs/planted.log'],
  ];

  it.each(PLANTED)('is named: %s', (_, promise, what) => {
    expect(planted).toContainEqual(finding(promise, what));
  });

  it('is all that is named', () => {
    expect(planted).toHaveLength(PLANTED.length);
  });
});

const finding = (promise: Finding['promise'], what: string): Finding => ({
  promise,
  what: expect.stringContaining(what),
});
