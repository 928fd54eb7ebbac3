import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAccesses, readAccesses } from '../src/entries/figures/access-store.ts';
import { sumWeeks } from '../src/entries/figures/sum-weeks.ts';

let database: TestDatabase;
const COMPANIES = [0, 1, 2, 3];

beforeAll(async () => {
  database = await testDatabase('audit', new URL('../migrations/', import.meta.url));
  await database.sql(`INSERT INTO audit.company_heads SELECT c, 1, now() FROM unnest($1::bigint[]) AS c`, [
    COMPANIES,
  ]);
  // Every entry counts once by action, once by hour and once by actor, as in the appender.
  await database.sql(
    `INSERT INTO audit.access_days
     SELECT c, k.kind, (now() AT TIME ZONE 'UTC')::date - n, k.key || (n + c) % k.keys, sum(1 + n % 5) FROM unnest($1::bigint[]) AS c
     CROSS JOIN generate_series(0, 120) AS n
     CROSS JOIN (VALUES ('action', 'do_', 4), ('hour', '', 24), ('actor', 'user:', 30), ('reveal', 'kyc:user:', 9)) AS k(kind, key, keys)
     GROUP BY 1, 2, 3, 4`,
    [COMPANIES],
  );
});
afterAll(() => database?.drop());

const sumUp = () => sumWeeks(database)(new AbortController().signal);
const scopes = ['all', { companies: [1] }, { companies: [1, 3] }] as const;
const ask = (scope: (typeof scopes)[number], days: number) =>
  database.db.tenant(scope === 'all' ? 'all' : { companies: [...scope.companies] }, (tx) =>
    readAccesses(tx, scope === 'all' ? 'all' : { companies: [...scope.companies] }, days, 'UTC'),
  );
const everyAnswer = async () =>
  await Promise.all(scopes.flatMap((scope) => [1, 7, 13, 14, 45, 90].map((days) => ask(scope, days))));
const summed = () =>
  database.sql<{ week: string }>(
    `SELECT week::text FROM audit.access_weeks_summed WHERE NOT is_stale ORDER BY week`,
  );

it('figures are the same from weeks as from days', async () => {
  const fromDays = await everyAnswer();
  expect(await summed()).toEqual([]);
  await Promise.all([sumUp(), sumUp()]);
  const weeks = await summed();
  expect(weeks.length).toBeGreaterThanOrEqual(12);
  expect(await everyAnswer()).toEqual(fromDays);
  // The change shows that the figures are read from weeks.
  const week = weeks.at(-2)?.week;
  await database.sql('UPDATE audit.access_weeks SET entries = entries + 1 WHERE week = $1::date', [week]);
  expect(await everyAnswer()).not.toEqual(fromDays);
  await database.sql('UPDATE audit.access_weeks_summed SET is_stale = true WHERE week = $1::date', [week]);
  expect(await everyAnswer()).toEqual(fromDays);
  await sumUp();
  expect(await everyAnswer()).toEqual(fromDays);
  expect(await summed()).toEqual(weeks);
});

it('late entries count at once, and in their week when it is summed again', async () => {
  await sumUp();
  const weeks = await summed();
  const [before] = (await ask('all', 45)).byAction.filter(([action]) => action === 'do_1');
  const [row] = await database.sql<{ day: string }>(
    `SELECT ((now() AT TIME ZONE 'UTC')::date - 20)::text AS day`,
  );
  const late = { companyId: 2, day: row?.day ?? '', entries: 5 };
  await database.db.system((tx) =>
    addAccesses(tx, [
      { ...late, kind: 'action', key: 'do_1' },
      { ...late, kind: 'hour', key: '3' },
      { ...late, kind: 'actor', key: 'user:1' },
      { ...late, kind: 'reveal', key: 'kyc:user:1' },
    ]),
  );
  const count = async () => (await ask('all', 45)).byAction.find(([action]) => action === 'do_1')?.[1];
  expect(await count()).toBe((before?.[1] ?? 0) + 5);
  expect(await summed()).toHaveLength(weeks.length - 1);
  await sumUp();
  expect(await summed()).toEqual(weeks);
  expect(await count()).toBe((before?.[1] ?? 0) + 5);
});
