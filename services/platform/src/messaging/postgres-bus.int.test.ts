import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/log/log.ts';
import { PLATFORM_MIGRATIONS } from '../postgres/migrate.ts';
import { type TestDatabases, testDatabases } from '../testing/postgres.ts';
import { busMessage, describeBusContract } from './bus-contract.ts';
import { postgresBus } from './postgres-bus.ts';
import { purgeMessages } from './postgres-bus-store.ts';

let test: TestDatabases;
beforeAll(async () => {
  test = await testDatabases([{ service: 'vault', migrations: PLATFORM_MIGRATIONS }]);
});
afterAll(() => test.drop());

const makeBus = (pollMs = 3_600_000) => postgresBus({ ...test.bus, log: silentLogger(), pollMs });

describeBusContract('PostgreSQL', async () => makeBus(1_000));

describe('Postgres bus', () => {
  it('wakes subscribers of this and other processes without waiting for the poll', async () => {
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

  it('delivers each message once and in order, whichever process wrote it', async () => {
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

  it('recovers after its connections were terminated', async () => {
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

  it('deletes only old messages that are handled or have no consumer', async () => {
    const bus = makeBus();
    const subscription = await bus.subscribe({
      group: 'p',
      topics: ['vault.old'],
      handler: async () => undefined,
    });
    await bus.publish([busMessage('vault.old', 1), busMessage('vault.old', 2)]);
    await subscription.flush();
    await subscription.stop();
    await bus.publish([busMessage('vault.old', 3), ...[1, 2].map((n) => busMessage('vault.unheard', n))]);
    await bus.close();
    await test.sql(`UPDATE bus.log SET published_at = now() - interval '8 days'
      WHERE (topic, seq) IN (('vault.old', 1), ('vault.old', 3), ('vault.unheard', 1))`);
    const next = makeBus();
    await next.subscribe({ group: 'other', topics: ['vault.other'], handler: async () => undefined });
    const left = () =>
      test.sql(`SELECT topic, seq FROM bus.log WHERE topic IN ('vault.old', 'vault.unheard') ORDER BY 1, 2`);
    await expect.poll(left).toEqual([
      { topic: 'vault.old', seq: 2 },
      { topic: 'vault.old', seq: 3 },
      { topic: 'vault.unheard', seq: 2 },
    ]);
    await next.close();
  });

  it('deletes a topic in portions, the oldest first', async () => {
    const bus = makeBus();
    await bus.publish([1, 2, 3].map((n) => busMessage('vault.much', n)));
    await bus.close();
    const purge = (limit: number) => purgeMessages({ query: test.sql }, -1_000, limit);
    await test.sql(`DELETE FROM bus.log WHERE topic <> 'vault.much'`);
    expect(await purge(2)).toBe(2);
    expect(await test.sql('SELECT seq FROM bus.log')).toEqual([{ seq: 3 }]);
    expect([await purge(2), await purge(2)]).toEqual([1, 0]);
  });

  it('starts a new group after the deleted messages', async () => {
    const bus = makeBus();
    await bus.publish([busMessage('vault.gone', 1), busMessage('vault.gone', 2)]);
    await test.sql(`DELETE FROM bus.log WHERE topic = 'vault.gone'`);
    const seqs: number[] = [];
    const subscription = await bus.subscribe({
      group: 'late',
      topics: ['vault.gone'],
      handler: async (batch) => void seqs.push(...batch.map((message) => message.seq)),
    });
    await subscription.flush();
    expect(await subscription.lag()).toBe(0);
    await bus.publish([busMessage('vault.gone', 3)]);
    await subscription.flush();
    expect(seqs).toEqual([3]);
    await bus.close();
  });
});
