import { expect, it } from 'vitest';
import type { Database } from '../postgres/database.ts';
import { backlogReader } from './backlog.ts';

/** A database whose queries stay pending until the test completes them. */
function database() {
  const readings: PromiseWithResolvers<unknown>[] = [];
  const system = () => {
    const reading = Promise.withResolvers<unknown>();
    readings.push(reading);
    return reading.promise;
  };
  const answer = (rows: number) =>
    readings.at(-1)?.resolve([{ rows, oldest_ms: 0, in_flight: 0, audit_numbers: [] }]);
  return { db: { system } as unknown as Pick<Database, 'system'>, readings, answer };
}

it('reads once for concurrent callers, and once more for callers that need a current result', async () => {
  const { db, readings, answer } = database();
  const backlog = backlogReader(db, 'vault', undefined, () => 0);
  const first = [backlog(), backlog()];
  const fresh = [backlog(0), backlog(0), backlog(0)];
  expect(readings).toHaveLength(1);
  answer(1);
  expect(await Promise.all(first)).toMatchObject([{ rows: 1 }, { rows: 1 }]);
  await expect.poll(() => readings.length).toBe(2);
  answer(2);
  expect(await Promise.all(fresh)).toMatchObject([{ rows: 2 }, { rows: 2 }, { rows: 2 }]);
  expect(await backlog()).toMatchObject({ rows: 2 });
  expect(readings).toHaveLength(2);
});

it('reads again after a failed read', async () => {
  const { db, readings, answer } = database();
  const backlog = backlogReader(db, 'vault', undefined, () => 0);
  const [failing, next] = [backlog(), backlog(0)];
  readings[0]?.reject(new Error('planted'));
  await expect(failing).rejects.toThrow('planted');
  await expect.poll(() => readings.length).toBe(2);
  answer(3);
  expect(await next).toMatchObject({ rows: 3 });
  expect(await backlog()).toMatchObject({ rows: 3 });
});
