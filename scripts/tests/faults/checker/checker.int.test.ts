import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { startVaultProcess, type VaultProcess } from '../../running-vault/vault-process.ts';
import { OperationHistory, PARTNER_CALLS, type RecordedPerson } from '../load/operation-history.ts';
import { type Load, startLoad, type Tenant } from '../load/start-load.ts';
import { setUpTenants } from '../set-up-tenants.ts';
import { checkAll } from './check-all.ts';
import { pairName, pairsWithSamePan } from './check-effects.ts';
import type { ListedPerson } from './check-people.ts';
import { compareHistory } from './compare-history.ts';
import { readExpectedWebhooks } from './expected-webhooks.ts';
import { listAllPeople } from './final-reads.ts';
import type { Finding } from './finding.ts';
import { readPendingWork, waitUntilIdle } from './pending-work.ts';
import { CLAIMED_FOREVER, deadLetter, pendingRows } from './testing/pending-rows.ts';
import { plantInVault } from './testing/plant-in-vault.ts';
import { PLANTED_ROWS, type RowConditions, rowConditions } from './testing/planted-rows.ts';
import { PLANTED_COMPANY, PLANTED_WEBHOOKS, plantWebhooks } from './testing/planted-webhooks.ts';

// Runs the checker against a real vault: no findings at first, then exactly one for each planted fault.

let vault: VaultProcess;
let tenants: readonly Tenant[];
let load: Load;
let database: Client;
let imported: readonly RecordedPerson[];

/** Whether clients have made every kind of call. */
function isEnough({ people, reveals, successes }: OperationHistory): boolean {
  const kinds = new Set(successes.map(({ kind }) => kind));
  return (
    people.size > 200 &&
    linkedPair(people.values()) !== undefined &&
    reveals.length > 10 &&
    PARTNER_CALLS.every((kind) => kinds.has(kind)) &&
    corrected(people.values()) !== undefined
  );
}

/** Two people of different companies with the same PAN: their edge has a row for each company. */
const linkedPair = (people: Iterable<RecordedPerson>) =>
  pairsWithSamePan(people).find(([one, other]) => one.companyId !== other.companyId);

/** A person whose email was corrected. */
const corrected = (people: Iterable<RecordedPerson>) =>
  [...people].find(({ withdrawal, values }) => {
    const emails = values.get('email') ?? [];
    return withdrawal === undefined && emails.length > 1 && emails.at(-1)?.answeredAt !== undefined;
  });

function check(): Promise<Finding[]> {
  const { address, dataDir, keysDir, folders } = vault;
  return checkAll({ address, dataDir, keysDir, folders, tenants, load });
}

/** Findings with counts, without the listed cases. */
const kindsOf = (findings: readonly Finding[]) =>
  findings.map(({ promise, what }) => `${promise}: ${what.replace(/(?<=\(\d+\)): .*/s, '')}`);

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack<T>(work: () => Promise<T>): Promise<T> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    return await work();
  } finally {
    await database.query('ROLLBACK');
  }
}

beforeAll(async () => {
  vault = await startVaultProcess();
  ({ tenants } = await setUpTenants(vault.address));
  load = startLoad(vault.address, tenants, 4);
  await vi.waitUntil(() => isEnough(load.history), { timeout: 60_000 });
  await load.end();
  imported = [...load.history.people.values()].filter((one) => one.individualId === undefined);
  database = await connectDatabase(vault.dataDir);
});
afterAll(async () => {
  await database?.end();
  await vault?.stop();
});

it('has no findings for a correct vault', async () => {
  expect(await check()).toEqual([]);
});

describe('with faults planted in the database', () => {
  let listed: readonly ListedPerson[];
  let about: RowConditions;
  const compare = () =>
    compareHistory(
      database,
      load.history,
      tenants.map(({ companyId }) => companyId),
      listed,
    );

  beforeAll(async () => {
    listed = await listAllPeople({ tenants, load });
    await waitUntilIdle(vault.dataDir);
    const [person, pair] = [
      corrected(load.history.people.values()),
      linkedPair(load.history.people.values()),
    ];
    if (person === undefined || pair === undefined) throw new Error('The load did not do enough');
    about = rowConditions(person, pairName(pair));
  });

  it('has no findings at first', async () => {
    expect(await rolledBack(compare)).toEqual([]);
  });

  it.each(PLANTED_ROWS)('reports %s', async (_, sql, named) => {
    const found = await rolledBack(async () => {
      await database.query(sql(about));
      return compare();
    });
    expect(kindsOf(found)).toEqual(named);
  });

  it('reads exactly the expected webhook messages of a company', async () => {
    const read = await rolledBack(async () => {
      await database.query(plantWebhooks(about));
      return readExpectedWebhooks(database, [PLANTED_COMPANY]);
    });
    expect(read).toEqual(PLANTED_WEBHOOKS);
  });

  it('reports rows in outboxes, on the bus, in dead letters and match queues, and alarms', async () => {
    const { rows } = await database.query<{ name: string }>(
      "SELECT table_schema AS name FROM information_schema.tables WHERE table_name = 'outbox'",
    );
    const left = pendingRows(rows.map(({ name }) => name));
    const found = await rolledBack(async () => {
      await database.query([...left.values()].join(';'));
      return readPendingWork(database);
    });
    expect(found).toEqual(Object.fromEntries([...left.keys()].map((place) => [place, 1])));
  });
});

const NOTHING_LEFT = 'DELETE FROM lineage.match_queue; DELETE FROM identity.dead_letter';

it('reports pending work before and after final reads, an unanswered last reveal, and missing webhooks', async () => {
  const { address, dataDir, keysDir, folders } = vault;
  const history: OperationHistory = Object.assign(new OperationHistory(), load.history, { unanswered: [] });
  const callsOf: Load['callsOf'] = (tenant) => ({
    ...load.callsOf(tenant),
    async once(kind, send) {
      if (kind !== 'reveal') return load.callsOf(tenant).once(kind, send);
      await database.query(`${NOTHING_LEFT}; ${deadLetter('identity')}`);
      return undefined;
    },
  });
  const asked = { address, dataDir, keysDir, folders, tenants, load: { history, callsOf } };
  await database.query(CLAIMED_FOREVER);
  const found = await checkAll({ ...asked, webhooks: { received: [] } }, 0).finally(() =>
    database.query(NOTHING_LEFT),
  );
  for (const place of ['lineage.match_queue', 'identity.dead_letter'])
    expect(found).toContainEqual(finding('nothing is left behind', `1 in ${place}`));
  expect(found).toContainEqual(finding('every effect once', 'reveals that no webhook sent'));
  for (const { companyId } of tenants)
    expect(found).toContainEqual(
      finding('requests succeed again', `the last reveal of company ${companyId}`),
    );
});

describe('with faults planted in the vault', () => {
  let planted: readonly Finding[];

  beforeAll(async () => {
    await plantInVault({ dataDir: vault.dataDir, database, load, tenants, imported });
    planted = await check();
  });

  const PLANTED: readonly (readonly [what: string, ...Parameters<typeof finding>])[] = [
    ['a value that an import lost', 'no acknowledged write lost', 'than the last written (1): name of'],
    ['a withdrawal lost', 'no acknowledged write lost', 'values shown after consent was withdrawn (1)'],
    ['a person gone', 'no acknowledged write lost', 'people that are missing (1)'],
    ['a person that no client sent', 'every effect once', 'people that no client sent (1)'],
    ['an event lost', 'every effect once', 'that did not reach lineage (1)'],
    ['a reveal without audit', 'no answer without its audit row', 'plaintext without an audit entry (2)'],
    [
      'a masked page and a search without audit',
      'no answer without its audit row',
      'answers without an audit entry (2)',
    ],
    [
      'a person missing from a reveal',
      'no acknowledged write lost',
      'people missing from the last reveal (1)',
    ],
    ['a changed audit entry', 'proofs verify', 'the vault does not verify its trail (1): entry 0'],
    [
      'the same entry by audit-fsck',
      'proofs verify',
      'audit-fsck (1): The audit trail is NOT sound: entry 0',
    ],
    ['a value in a log', 'no readable value in a file', 'logs/planted.log'],
  ];

  it.each(PLANTED)('reports %s', (_, promise, what) => {
    expect(planted).toContainEqual(finding(promise, what));
  });

  it('reports nothing else', () => {
    expect(planted).toHaveLength(PLANTED.length);
  });
});

const finding = (promise: Finding['promise'], what: string): Finding => ({
  promise,
  what: expect.stringContaining(what),
});
