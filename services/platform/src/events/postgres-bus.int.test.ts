import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_MIGRATIONS } from '../db/migrate.ts';
import { silentLogger } from '../log/log.ts';
import { type TestDatabases, testDatabases } from '../testing/postgres.ts';
import { busMessage, describeBusContract } from './bus-contract.ts';
import { postgresBus } from './postgres-bus.ts';

let test: TestDatabases;
beforeAll(async () => {
  test = await testDatabases([{ service: 'vault', migrations: PLATFORM_MIGRATIONS }]);
});
afterAll(() => test.drop());

const makeBus = (pollMs = 3_600_000) => postgresBus({ ...test.bus, log: silentLogger(), pollMs });

describeBusContract('PostgreSQL', async () => makeBus(1_000));

describe('Postgres bus', () => {
  it('wakes subscribers of its own and of other processes without waiting for the poll', async () => {
    const [one, two] = [makeBus(), makeBus()];
    const seen = await new Promise<string[]>((resolve) => {
      const arrived: string[] = [];
      const handlerOf = (name: string) => async () => {
        arrived.push(name);
        if (arrived.length === 2) resolve(arrived);
      };
      void (async () => {
        const first = await one.subscribe({
          group: 'own',
          topics: ['vault.wake'],
          handler: handlerOf('own'),
        });
        const other = await two.subscribe({
          group: 'other',
          topics: ['vault.wake'],
          handler: handlerOf('other'),
        });
        await Promise.all([first.flush(), other.flush()]);
        await one.publish([busMessage('vault.wake', 1)]);
      })();
    });
    expect(seen.sort()).toEqual(['other', 'own']);
    await Promise.all([one.close(), two.close()]);
  });

  it('hands each message over once and in order, whichever process has written it', async () => {
    const [own, other] = [makeBus(), makeBus()];
    const seqs: number[] = [];
    const subscription = await own.subscribe({
      group: 'mixed',
      topics: ['vault.mixed'],
      maxBatch: 2,
      handler: async (batch) => void seqs.push(...batch.map((message) => message.seq)),
    });
    await subscription.flush();
    for (const [seq, bus] of [own, own, own, other, own, other, other, own].entries())
      await bus.publish([busMessage('vault.mixed', seq + 1)]);
    await own.publish([
      busMessage('vault.mixed', 9),
      busMessage('vault.mixed', 10),
      busMessage('vault.mixed', 11),
    ]);
    await subscription.flush();
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await subscription.lag()).toBe(0);
    await Promise.all([own.close(), other.close()]);
  });

  it('goes on after its connections were cut', async () => {
    const bus = makeBus(1_000);
    const seqs: number[] = [];
    const subscription = await bus.subscribe({
      group: 'cut',
      topics: ['vault.cut'],
      handler: async (batch) => void seqs.push(...batch.map((message) => message.seq)),
    });
    await bus.publish([busMessage('vault.cut', 1)]);
    await subscription.flush();
    await test.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bus'`);
    for (let done = false; !done; )
      done = await bus.publish([busMessage('vault.cut', 2)]).then(
        () => true,
        () => false,
      );
    while ((await subscription.lag().catch(() => 1)) > 0) await subscription.flush();
    expect(seqs).toEqual([1, 2]);
    await bus.close();
  });

  it('purges what is old and handled, and nothing else', async () => {
    const bus = makeBus();
    const subscription = await bus.subscribe({
      group: 'p',
      topics: ['vault.purge'],
      handler: async () => undefined,
    });
    await bus.publish([busMessage('vault.purge', 1), busMessage('vault.purge', 2)]);
    await subscription.flush();
    await subscription.stop();
    await bus.publish([busMessage('vault.purge', 3)]);
    await test.sql(
      `UPDATE bus.log SET published_at = now() - interval '8 days' WHERE topic = 'vault.purge' AND seq <> 2`,
    );
    expect(await bus.purge(7 * 86_400_000)).toBe(1);
    expect(await test.sql(`SELECT seq FROM bus.log WHERE topic = 'vault.purge' ORDER BY seq`)).toEqual([
      { seq: 2 },
      { seq: 3 },
    ]);
    await bus.close();
  });
});
