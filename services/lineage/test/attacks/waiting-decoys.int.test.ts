import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AGREEMENT } from '../matching-world.ts';
import { ATTACKER, guesser, type ProbingWorld, probingWorld, victim } from './probing-world.ts';

/** Budgets per hour: pairs of a credential, pairs of imports, and pairs of imports before an alarm. */
const [LINKS, BULK, ALARM] = [4, 7, 5];
const MANY = 3 * LINKS;
const DAY = 24 * 60;
let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld({ linksPerHour: LINKS, importLinksPerHour: BULK, importLinksAlarm: ALARM });
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => 1_000 + from + n);
const decoys = (from: number, to: number) => numbers(from, to).map((n) => guesser(n - 900, `PAN ${n}`));
const victims = (from: number, to: number) => numbers(from, to).map((n) => victim(n));

/** People that the other company does not have: imports earn a pair by ten of them. */
const strangers = (companyId: 1 | 2) =>
  Array.from({ length: 10 * BULK }, (_, n) =>
    companyId === 1
      ? guesser(20_000 + n, `PAN of nobody ${n}`)
      : victim(20_000 + n, { name: `Stranger ${n}`, dob: `${1940 + n}-02-03`, address: `${n} Park Street` }),
  );

/** Writes people of company 2 by several users, each within the budget of a credential. */
async function atDesks(people: number): Promise<void> {
  for (let from = 0; from < people; from += LINKS)
    await world.write(victims(from, Math.min(people, from + LINKS)), `user:2${from}`);
}

/** Companies whose credentials the vault is asked to stop. */
const stops = () =>
  world.database.sql<{ company: number }>(
    `SELECT DISTINCT company_id AS company FROM lineage.outbox WHERE topic = 'lineage.credential_stop_changed'`,
  );
const waitingCharges = () =>
  world.database.sql<{ kind: string; credential: string; company: number; n: number }>(
    `SELECT kind, credential, company_id AS company, count(*)::int AS n FROM lineage.match_probes
     WHERE kind LIKE 'waiting%' GROUP BY 1, 2, 3 ORDER BY 1, 2`,
  );

describe('decoys that exist before the people of the other company', () => {
  it('are charged to the credential that wrote them, which sees a limited number per hour', async () => {
    await world.write(decoys(0, MANY), ATTACKER);
    await world.later(20 * DAY);
    await atDesks(MANY);
    await world.later(16);
    expect(await world.seen()).toHaveLength(LINKS);
    expect(await world.alarms()).toMatchObject([{ reason: 'waiting', company: 1, other: 2 }]);
    expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
    await world.later(60);
    expect(await world.seen()).toHaveLength(2 * LINKS);
    expect(await waitingCharges()).toEqual([{ kind: 'waiting', credential: ATTACKER, company: 1, n: MANY }]);
  });

  it('do not stop the desk that enters the people', async () => {
    await world.write(decoys(0, MANY), ATTACKER);
    await world.later(20 * DAY);
    for (const person of victims(0, MANY)) await world.write([person], 'user:2');
    await world.later(DAY);
    expect(await world.seen()).toHaveLength(LINKS);
    expect(await world.alarms()).toMatchObject([
      { reason: 'links', company: 2, other: 1 },
      { reason: 'waiting', company: 1, other: 2 },
    ]);
    expect(await stops()).toEqual([]);
  });

  it('stop the credential that wrote them when they are erased after they linked', async () => {
    await world.write(decoys(0, LINKS), ATTACKER);
    await world.later(20 * DAY);
    await world.write(victims(0, LINKS), 'user:2');
    await world.later(16);
    await world.write(
      decoys(0, LINKS).map((one) => ({ ...one, version: 2, isErased: true })),
      'user:1',
    );
    expect(await world.alarms()).toMatchObject([{ reason: 'erasures', company: 1, other: 2 }]);
    expect(await stops()).toEqual([{ company: 1 }]);
  });

  it('are charged to the agreement when their writer is no longer recorded', async () => {
    await world.write(decoys(0, BULK + 1), ATTACKER);
    await world.later(31 * DAY);
    await atDesks(BULK + 1);
    await world.later(16);
    expect(await world.seen()).toHaveLength(BULK);
    const credential = `agreement:${AGREEMENT.id}`;
    expect(await waitingCharges()).toEqual([{ kind: 'waiting_bulk', credential, company: 1, n: BULK + 1 }]);
    expect(await world.alarms()).toMatchObject([{ reason: 'waiting', company: 1, other: 2 }]);
  });

  it('from a small import are shown up to the budget of a credential', async () => {
    await world.write(decoys(0, BULK + 1), 'import:5');
    await atDesks(BULK + 1);
    await world.later(16);
    expect(await world.seen()).toHaveLength(LINKS);
    expect(await world.alarms()).toMatchObject([{ reason: 'waiting', company: 1, other: 2 }]);
  });

  it('from an import are shown up to the hourly budget of imports, with an alarm', async () => {
    await world.write([...decoys(0, BULK + 1), ...strangers(1)], 'import:5');
    await world.later(20 * DAY);
    await atDesks(BULK + 1);
    await world.later(16);
    expect(await world.seen()).toHaveLength(BULK);
    expect(await world.alarms()).toMatchObject([{ reason: 'waiting', company: 1, other: 2 }]);
    expect(await stops()).toEqual([]);
  });
});

it('two companies that import the same people are not stopped', async () => {
  await world.write(decoys(0, 2 * BULK), 'import:5');
  await world.later(DAY);
  await world.write([...victims(0, 2 * BULK), ...strangers(2)], 'import:6');
  await world.later(16);
  expect(await world.seen()).toHaveLength(BULK);
  await world.later(60);
  expect(await world.seen()).toHaveLength(2 * BULK);
  expect(await stops()).toEqual([]);
});

it('a client that entered every customer of its company is not stopped by an import of the other one', async () => {
  await world.write(decoys(0, 2 * BULK), ATTACKER);
  await world.later(DAY);
  await world.write([...victims(0, 2 * BULK), ...strangers(2)], 'import:6');
  await world.later(76);
  expect(await world.seen()).toHaveLength(2 * BULK);
  await world.write([guesser(900, 'PAN 9999')], ATTACKER);
  await world.write([victim(9_999)], 'user:2');
  await world.later(16);
  expect(await world.seen()).toHaveLength(2 * BULK + 1);
  expect(await stops()).toEqual([]);
});
