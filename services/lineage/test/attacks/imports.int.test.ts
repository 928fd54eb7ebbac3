import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUDGETS } from '../matching-world.ts';
import { guesser, HONEST, type ProbingWorld, probingWorld, victim } from './probing-world.ts';

/** Links of a company's imports per hour: more than `ALARM` raise an alarm, more than `MOST` wait. */
const [ALARM, MOST] = [3, 8];
let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld({ importLinksAlarm: ALARM, importLinksPerHour: MOST });
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const numbers = Array.from({ length: 24 }, (_, n) => 1_000 + n);
const rows = (from: number, to: number) => numbers.slice(from, to).map((n) => guesser(n - 900, `PAN ${n}`));

it('an import that makes more links than usual is shown, and raises an alarm for both companies', async () => {
  await world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );
  await world.write(rows(0, ALARM), 'import:5');
  expect(await world.alarms()).toEqual([]);
  await world.write(rows(ALARM, ALARM + 1), 'import:6');
  await world.later(16);
  expect(await world.seen()).toHaveLength(ALARM + 1);
  expect(await world.alarms()).toEqual([{ reason: 'imports', company: 1, other: 2, events: ALARM + 1 }]);
  expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
});

it('links of imports are shown up to the budget per hour, for any number of imports', async () => {
  await world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );
  await world.write(rows(0, 12), 'import:5');
  await world.write(rows(12, 24), 'import:6');
  for (const hours of [1, 2, 3]) {
    await world.later(hours === 1 ? 16 : 60);
    expect(await world.seen()).toHaveLength(hours * MOST);
  }
  expect((await world.alarms()).map(({ reason }) => reason).sort()).toEqual(['bulk', 'imports']);
});

it('an alarm of imports stops no correction and no link', async () => {
  await world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );
  await world.write(rows(0, 6), 'import:5');
  await world.write([{ ...guesser(100, 'PAN 9999'), version: 2 }], 'import:5');
  await world.later(60);
  expect(await world.seen()).toHaveLength(5);
  await world.lift();
  expect(await world.warned()).toHaveLength(4);
});

it('corrections of linked records by imports are counted, and raise an alarm for both companies', async () => {
  await world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );
  await world.write(rows(0, ALARM), 'import:5');
  await world.later(16);
  const corrected = rows(0, ALARM).map((row, n) => ({ ...row, version: 2, name: `Decoy ${n}` }));
  await world.write(corrected, 'import:6');
  expect(await world.alarms()).toEqual([]);
  await world.write(
    rows(0, 1).map((row) => ({ ...row, version: 3 })),
    'import:7',
  );
  expect(await world.alarms()).toEqual([{ reason: 'imports', company: 1, other: 2, events: ALARM + 1 }]);
  expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
});

it('erasures of linked records that imports wrote are counted, and raise an alarm for both companies', async () => {
  await world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );
  await world.write(rows(0, ALARM), 'import:5');
  await world.later(61);
  await world.write(rows(ALARM, ALARM + 1), 'import:5');
  await world.later(61);
  expect(await world.alarms()).toEqual([]);
  await world.write(
    rows(0, ALARM + 1).map((row) => ({ ...row, version: 2, isErased: true })),
    HONEST,
  );
  expect(await world.alarms()).toEqual([{ reason: 'imports', company: 1, other: 2, events: ALARM + 1 }]);
  expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
});

it('an open alarm does not change within the hour when one more import makes a link', async () => {
  await world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );
  await world.write(rows(0, ALARM + 1), 'import:5');
  const seen = async () => [
    await world.database.sql('SELECT * FROM lineage.probe_alarms'),
    await world.warned(),
  ];
  const before = await seen();
  await world.later(10);
  await world.write([guesser(800, 'PAN of nobody')], 'import:6');
  expect(await seen()).toEqual(before);
  await world.write(rows(ALARM + 1, ALARM + 2), 'import:7');
  expect(await seen()).toEqual(before);
  await world.later(60);
  await world.write(rows(ALARM + 2, 12), 'import:8');
  expect(await seen()).not.toEqual(before);
});

describe('with the budgets of the product', () => {
  let product: ProbingWorld;
  beforeAll(async () => {
    product = await probingWorld();
  });
  afterAll(() => product?.database.drop());
  beforeEach(async () => {
    await product.reset();
    await product.write(
      Array.from({ length: 150 }, (_, n) => victim(5_000 + n)),
      HONEST,
    );
  });
  /** Every other guess is a customer of the other company. */
  const guess = (n: number) =>
    guesser(10_000 + n, n % 2 === 0 ? `PAN ${5_000 + n / 2}` : `PAN of nobody ${n}`);
  const guesses = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => guess(from + n));

  it('300 guesses in five files show the pairs of one credential and of their volume, and alarm both', async () => {
    for (let file = 0; file < 5; file += 1)
      await product.write(guesses(60 * file, 60 * (file + 1)), `import:${10 + file}`);
    await product.later(18);
    expect(await product.seen()).toHaveLength(BUDGETS.linksPerHour + 300 / 10);
    expect(
      (await product.alarms()).map(({ reason, company, other }) => ({ reason, company, other })),
    ).toContainEqual({ reason: 'imports', company: 1, other: 2 });
    const warned = await product.warned();
    expect(warned.map(({ company }) => company)).toEqual(expect.arrayContaining([1, 2]));
  });

  it('a file of the same people again earns nothing', async () => {
    for (let file = 0; file < 5; file += 1)
      await product.write(
        guesses(0, 60).map((one) => ({ ...one, version: 1 + file })),
        `import:${10 + file}`,
      );
    await product.later(18);
    expect(await product.seen()).toHaveLength(BUDGETS.linksPerHour + 60 / 10);
  });

  it('a large file with few known people is shown at once, without an alarm', async () => {
    const others = Array.from({ length: 540 }, (_, n) => guesser(20_000 + n, `PAN of a stranger ${n}`));
    await product.write([...others, ...guesses(0, 120)], 'import:10');
    await product.later(18);
    expect(await product.seen()).toHaveLength(60);
    expect(await product.alarms()).toEqual([]);
  });
});
