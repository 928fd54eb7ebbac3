import { randomUUID } from 'node:crypto';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/log/log.ts';
import { nameOfProcess, PROCESS_NAME } from '../core/system/process-name.ts';
import { encodeAuditEntry } from '../domain/audit-entry.ts';
import { PLATFORM_MIGRATIONS } from '../postgres/migrate.ts';
import type { OutboxMessage } from '../postgres/outbox-message.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { testCtx } from '../testing/test-ctx.ts';
import type { Bus, BusMessage } from './bus.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';
import { inflightBatch, nextRows, numberRows, takeLease } from './relay-store.ts';

let test: TestDatabase;
let relays: Relay[];
beforeEach(async () => {
  relays = [];
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await test.drop();
});

function recordingBus(onPublish: (messages: readonly BusMessage[]) => void = () => undefined) {
  const published: BusMessage[] = [];
  const bus: Pick<Bus, 'publish'> = {
    async publish(messages) {
      onPublish(messages);
      published.push(...messages);
    },
  };
  return { bus, published };
}

function relay(bus: Pick<Bus, 'publish'>, more: Partial<RelayOptions> = {}): Relay {
  const started = startRelay({ service: 'vault', db: test.db, bus, log: silentLogger(), ...more });
  relays.push(started);
  return started;
}

const message = (key: string, topic = 'vault.a', payload = key): OutboxMessage => ({
  topic,
  key,
  companyId: 1,
  payload: Buffer.from(payload),
});
const write = (...messages: OutboxMessage[]) =>
  test.db.tenant({ companies: [1] }, (tx) => tx.publishAll(messages));
const isGapless = (seqs: readonly number[]) => seqs.every((seq, index) => seq === index + 1);
const payloads = (messages: readonly BusMessage[]) =>
  messages.map(({ payload }) => Buffer.from(payload).toString());

async function shipAll(by: Relay): Promise<void> {
  for (let round = 0; round < 100 && (await by.backlog(0)).rows > 0; round += 1) await by.flush();
}

describe('relay', () => {
  it('ships only committed messages, in order, with sequence numbers per topic without gaps', async () => {
    const { bus, published } = recordingBus();
    await write(message('1'), message('2', 'vault.b'), message('3'));
    await test.db
      .tenant({ companies: [1] }, async (tx) => {
        await tx.publish(message('never'));
        throw new Error('planted');
      })
      .catch(() => undefined);
    const by = relay(bus);
    await shipAll(by);
    await write(message('4', 'vault.b'));
    await shipAll(by);
    expect(published.map((m) => [m.topic, m.seq, m.key])).toEqual([
      ['vault.a', 1, '1'],
      ['vault.b', 1, '2'],
      ['vault.a', 2, '3'],
      ['vault.b', 2, '4'],
    ]);
    expect(published[0]).toMatchObject({ producer: 'vault', epoch: 1, companyId: 1 });
    expect(await by.backlog(0)).toEqual({ rows: 0, inFlight: 0, oldestMs: 0, auditNumbers: [] });
  });

  it('numbers without gap, loss or reordering while many transactions write', async () => {
    const { bus, published } = recordingBus();
    const by = relay(bus, { maxBatch: 7 });
    const perKey = 30;
    // Transactions of one writer are sequential; those of different writers overlap at random.
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < perKey; n += 1) {
          await test.db.tenant({ companies: [1] }, async (tx) => {
            await tx.publish(message(`k${writer}`, 'vault.a', String(2 * n)));
            if (n % 3 === writer % 3) await tx.query('SELECT pg_sleep(random() * 0.01)');
            await tx.publish(message(`k${writer}`, 'vault.a', String(2 * n + 1)));
          });
        }
      }),
    );
    await shipAll(by);
    expect(published).toHaveLength(8 * perKey * 2);
    expect(isGapless(published.map(({ seq }) => seq))).toBe(true);
    for (const [, ofKey] of Map.groupBy(published, ({ key }) => key))
      expect(payloads(ofKey)).toEqual(Array.from({ length: perKey * 2 }, (_, n) => String(n)));
  });

  it('ships the row of a transaction with a low id that committed late, which a cursor by id would miss', async () => {
    const { bus, published } = recordingBus();
    const by = relay(bus);
    await test.db.tenant({ companies: [1] }, async (tx) => {
      await tx.publish(message('late'));
      await write(message('early'));
      await by.flush();
    });
    await shipAll(by);
    expect(published.map(({ key, seq }) => [key, seq])).toEqual([
      ['early', 1],
      ['late', 2],
    ]);
  });

  it('keeps two changes of one row in order, whichever transaction began first', async () => {
    const { bus, published } = recordingBus();
    await test.sql(
      'CREATE TABLE vault.thing (id int PRIMARY KEY, v int); INSERT INTO vault.thing VALUES (1, 0); GRANT ALL ON vault.thing TO vault_app',
    );
    const by = relay(bus);
    const scope = { companies: [1] };
    const change = `UPDATE thing SET v = v + 1 WHERE id = 1 RETURNING v`;
    // `second` has the lowest transaction id, and `bystander` still runs with an id below that of `first`. A rule that
    // ships rows below the oldest running id would therefore ship `second` first.
    await test.db.tenant(scope, async (second) => {
      await second.query('SELECT pg_current_xact_id()');
      await test.db.tenant(scope, async (bystander) => {
        await bystander.query('SELECT pg_current_xact_id()');
        await test.db.tenant(scope, async (first) => {
          await first.query(change);
          await first.publish(message('1:1', 'vault.a', 'first'));
        });
        await second.query(change);
        await second.publish(message('1:1', 'vault.a', 'second'));
        await second.query('COMMIT; BEGIN');
        await by.flush();
      });
    });
    expect(payloads(published)).toEqual(['first', 'second']);
  });

  it('publishes a batch again under the same numbers after a crash between numbering and publishing', async () => {
    await write(message('1'), message('2'));
    const numbered = await test.db.system(async (tx) => {
      await takeLease(tx, { holder: 'crashed', leaseMs: 1 });
      return await numberRows(tx, 'vault', 1, await nextRows(tx, 10));
    });
    await write(message('3'));
    const { bus, published } = recordingBus();
    const by = relay(bus);
    await shipAll(by);
    expect(published.slice(0, 2).map(({ eventId, seq }) => [eventId, seq])).toEqual(
      numbered.messages.map(({ eventId, seq }) => [eventId, seq]),
    );
    expect(published.map(({ key, seq }) => [key, seq])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ]);
    expect((await test.db.system((tx) => inflightBatch(tx, 'vault', 1))).ids).toEqual([]);
  });

  it('keeps the number of an event when the bus fails', async () => {
    let calls = 0;
    const { bus, published } = recordingBus(() => {
      calls += 1;
      if (calls % 2 === 1) throw new Error('planted');
    });
    const attempts: BusMessage[] = [];
    const spy: Pick<Bus, 'publish'> = {
      publish: (messages) => {
        attempts.push(...messages);
        return bus.publish(messages);
      },
    };
    const by = relay(spy, { maxBatch: 3 });
    await write(...Array.from({ length: 10 }, (_, n) => message(String(n))));
    await shipAll(by);
    expect(isGapless(published.map(({ seq }) => seq))).toBe(true);
    for (const [, same] of Map.groupBy(attempts, ({ seq }) => seq))
      expect(new Set(same.map(({ eventId }) => eventId)).size).toBe(1);
  });

  it('lets one process ship at a time, and lets another take over', async () => {
    const { bus, published } = recordingBus();
    const first = relay(bus, { leaseMs: 600_000 });
    await first.flush();
    const other = randomUUID();
    expect(await test.db.system((tx) => takeLease(tx, { holder: other, leaseMs: 1_000 }))).toBeUndefined();
    await first.stop();
    const second = relay(bus);
    await write(message('1'));
    await shipAll(second);
    // A third process takes the lease, as after its expiry: the second must not number any more events.
    await test.sql(
      `UPDATE vault.relay_lease SET holder = 'third', fence = fence + 1, expires_at = now() + interval '1 hour'`,
    );
    await write(message('2'));
    await second.flush();
    await second.flush();
    expect(published.map(({ key }) => key)).toEqual(['1']);
  });

  it('takes the lease only of an ended process of its host', async () => {
    const { bus, published } = recordingBus();
    const hold = (owner: string) =>
      test.db.system((tx) => takeLease(tx, { holder: `${owner}/relay`, leaseMs: 3_600_000 }));
    await hold(await nameOfProcess(process.ppid));
    await write(message('1'));
    const by = relay(bus);
    await by.flush();
    await by.flush();
    expect(published).toEqual([]);
    // A former process that had the pid of this one.
    const gone = PROCESS_NAME.replace(/[0-9a-f]{12}$/, '0123456789ab');
    for (const owner of [`another-${gone}`, gone]) {
      await test.sql(`UPDATE vault.relay_lease SET holder = '${owner}/relay'`);
      expect(published).toEqual([]);
      await by.flush();
    }
    await shipAll(by);
    expect(payloads(published)).toEqual(['1']);
  });

  it('takes over the lease of a thread of its process once, and does not alternate with a live one', async () => {
    const { bus } = recordingBus();
    const both = [relay(bus), relay(bus)];
    const flushThrice = async () => {
      for (let round = 0; round < 3; round += 1)
        for (const each of both) {
          // A relay without rows to ship does not check its lease.
          await write(message(String(round)));
          await each.flush();
        }
      return await test.sql('SELECT holder, fence FROM vault.relay_lease');
    };
    expect(await flushThrice()).toEqual(await flushThrice());
  });

  it('reports the numbers of audit entries by epoch, and numbered rows that are not shipped', async () => {
    const { bus } = recordingBus();
    const by = relay(bus);
    await write(message('1', 'vault.audit'), message('2'), message('3', 'vault.audit'));
    await shipAll(by);
    expect(await by.backlog(0)).toMatchObject({
      rows: 0,
      inFlight: 0,
      auditNumbers: [{ epoch: 1, lastSeq: 2 }],
    });
    await by.stop();
    await test.sql('UPDATE vault.relay_lease SET epoch = 2');
    const failing = relay({ publish: () => Promise.reject(new Error('planted')) });
    await write(message('4', 'vault.audit'));
    await failing.flush();
    await failing.flush();
    const numbers = {
      rows: 1,
      inFlight: 1,
      auditNumbers: expect.arrayContaining([{ epoch: 2, lastSeq: 1 }]),
    };
    expect(await failing.backlog(0)).toMatchObject(numbers);
    expect((await failing.backlog(0)).auditNumbers).toHaveLength(2);
  });

  it('ships an audit entry that SQL continued as one entry, the first time and again', async () => {
    const { bus, published } = recordingBus();
    const sent: BusMessage[] = [];
    const failing: Pick<Bus, 'publish'> = {
      async publish(messages) {
        sent.push(...messages);
        throw new Error('planted');
      },
    };
    const facts = { action: 'field_view', companyId: 1, purpose: 'kyc' } as const;
    const added = {
      action: 'field_decrypt',
      decision: 'refused',
      ticket: 'none',
      individualId: 7,
      types: 0b1100,
    };
    await test.sql(
      `INSERT INTO vault.outbox (topic, key, company_id, payload, facts) VALUES ('vault.audit', 'audit', 1, $1, $2)`,
      [encodeAuditEntry(testCtx(1), facts), JSON.stringify({ ...added, reason: 'CONSENT_EXPIRED' })],
    );
    await relay(failing).flush();
    await relay(bus).flush();
    for (const [one] of [sent, published])
      expect(AuditEntry.decode(one?.payload ?? new Uint8Array())).toMatchObject({
        ...{ actorId: 'lineage', purpose: 'kyc', companyId: 1, individualId: 7, action: 'field_decrypt' },
        ...{ decision: 'refused', reason: 'CONSENT_EXPIRED', ticket: 'none', fieldNames: ['pan', 'email'] },
      });
  });

  it('reports the number of pending rows and the age of the oldest', async () => {
    const failing: Pick<Bus, 'publish'> = { publish: () => Promise.reject(new Error('planted')) };
    const by = relay(failing);
    await write(message('1'), message('2'));
    await test.sql(
      `UPDATE vault.outbox SET created_at = now() - interval '5 seconds' WHERE id = (SELECT min(id) FROM vault.outbox)`,
    );
    const backlog = await by.backlog(0);
    expect(backlog.rows).toBe(2);
    expect(backlog.oldestMs).toBeGreaterThanOrEqual(5_000);
  });
});
