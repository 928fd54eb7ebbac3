import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../core/errors/app-error.ts';
import { silentLogger } from '../core/log/log.ts';
import { createMetrics } from '../core/telemetry/metrics.ts';
import { PLATFORM_MIGRATIONS } from '../postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { testCtx } from '../testing/test-ctx.ts';
import type { BusMessage } from './bus.ts';
import { busMessage } from './bus-contract.ts';
import { type RunningConsumers, startConsumers } from './consumer.ts';
import type { ConsumerSpec } from './consumer-spec.ts';
import { createMessageHandler } from './message-handler.ts';
import { postgresBus } from './postgres-bus.ts';
import { replayConsumers } from './replay-consumers.ts';

const TOPIC = 'vault.thing';
let test: TestDatabase;
let bus: ReturnType<typeof postgresBus>;
let running: RunningConsumers[];

beforeEach(async () => {
  running = [];
  test = await testDatabase('lineage', PLATFORM_MIGRATIONS);
  await test.sql(`SET ROLE lineage_owner; CREATE TABLE lineage.effect (company_id bigint, event_id uuid, at bigserial);
    ALTER TABLE lineage.effect ENABLE ROW LEVEL SECURITY; ALTER TABLE lineage.effect FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant ON lineage.effect TO lineage_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
    CREATE POLICY system ON lineage.effect TO lineage_system USING (true);
    GRANT SELECT, INSERT ON lineage.effect TO lineage_system; RESET ROLE`);
  bus = postgresBus({ ...test.bus, log: silentLogger() });
});
afterEach(async () => {
  await Promise.all(running.map((consumers) => consumers.stop()));
  await bus.close();
  await test.drop();
});

type Batch = Parameters<ConsumerSpec['handle']>[0];
const note = async ({ tx, messages }: Batch) => {
  for (const { companyId, eventId } of messages)
    await tx.query('INSERT INTO effect (company_id, event_id) VALUES ($1, $2)', [companyId, eventId]);
};
const spec = (more: Partial<ConsumerSpec> = {}): ConsumerSpec => ({
  name: 'on-thing',
  topics: [TOPIC],
  scope: 'company',
  onPoison: 'park',
  handle: note,
  ...more,
});
const common = () => ({ db: test.db, log: silentLogger(), ctx: testCtx, retryMs: [1, 1] });
async function start(...specs: ConsumerSpec[]): Promise<RunningConsumers> {
  const consumers = await startConsumers({ ...common(), service: 'lineage', bus, specs });
  running.push(consumers);
  return consumers;
}
const effects = async () =>
  (await test.sql<{ event_id: string }>('SELECT event_id FROM lineage.effect ORDER BY at')).map(
    (row) => row.event_id,
  );
const parked = () =>
  test.sql<{ key: string; seq: number; reason: string }>(
    'SELECT key, seq, reason FROM lineage.dead_letter ORDER BY id',
  );
const idsOf = (messages: readonly BusMessage[]) => messages.map((message) => message.eventId);
const series = (count: number, more: (seq: number) => Partial<BusMessage> = () => ({})) =>
  Array.from({ length: count }, (_, i) => busMessage(TOPIC, i + 1, more(i + 1)));

describe('consumer', () => {
  it('applies every message once although the handler crashes at times, before or after its work', async () => {
    const messages = series(40, (seq) => ({ key: `1:${seq % 5}`, companyId: 1 + (seq % 3) }));
    let calls = 0;
    const consumers = await start(
      spec({
        maxBatch: 7,
        async handle(batch) {
          calls += 1;
          if (calls % 4 === 1) throw new AppError('UNAVAILABLE', 'PLANTED', 'planted');
          await note(batch);
          if (calls % 4 === 3) throw new AppError('UNAVAILABLE', 'PLANTED', 'planted');
        },
      }),
    );
    await bus.publish(messages);
    while ((await consumers.lag()) > 0) await consumers.flush();
    expect((await effects()).sort()).toEqual(idsOf(messages).sort());
    expect(await parked()).toEqual([]);
  });

  it('applies a message once although it is redelivered after the process died', async () => {
    const messages = series(3);
    const metrics = createMetrics();
    const { signal } = new AbortController();
    const handler = createMessageHandler({ ...common(), spec: spec(), signal, metrics });
    await handler.handle(messages);
    // The offset was not stored, so the bus redelivers the messages, with a new one and duplicates.
    const again = [...messages, busMessage(TOPIC, 4), ...messages];
    await Promise.all([handler.handle(again), handler.handle(again)]);
    expect(await effects()).toHaveLength(4);
    expect(await metrics.text()).toContain('piivault_consumer_repeated_total{consumer="on-thing"} 13');
  });

  it('handles one company at a time, in order, under its row-level security', async () => {
    const seen: string[] = [];
    const consumers = await start(
      spec({
        async handle({ tx, ctx: its, messages }) {
          const caller = its.caller;
          await tx.query('SELECT company_id FROM effect');
          seen.push(
            `${caller.kind === 'service' ? caller.company : ''}:${messages.map((m) => `${m.companyId}/${m.seq}`)}`,
          );
          const foreign = tx.query('INSERT INTO effect (company_id) VALUES (99)').then(
            () => 'written',
            (error: unknown) => AppError.from(error).code,
          );
          seen.push(await foreign);
          throw new AppError('INTERNAL', 'DONE', 'done');
        },
      }),
    );
    await bus.publish(series(2, (seq) => ({ companyId: seq, key: `${seq}` })));
    await consumers.flush();
    expect(new Set(seen)).toEqual(new Set(['1:1/1', '2:2/2', 'INTERNAL']));
  });

  it('parks the key of a poison message with its later messages and continues with other keys', async () => {
    const poison = (seq: number) => seq === 2;
    let attempts = 0;
    const poisoned = spec({
      async handle(batch) {
        for (const message of batch.messages)
          if (poison(message.seq)) {
            attempts += 1;
            throw new AppError('INVALID_ARGUMENT', 'PLANTED', 'planted');
          }
        await note(batch);
      },
    });
    const consumers = await start(poisoned);
    const messages = series(6, (seq) => ({ key: seq % 2 === 0 ? 'bad' : 'good' }));
    await bus.publish(messages.slice(0, 5));
    while ((await consumers.lag()) > 0) await consumers.flush();
    await bus.publish(messages.slice(5));
    while ((await consumers.lag()) > 0) await consumers.flush();
    expect(await effects()).toEqual(idsOf(messages.filter(({ seq }) => seq % 2 === 1)));
    expect(await parked()).toEqual([
      { key: 'bad', seq: 2, reason: 'PLANTED' },
      { key: 'bad', seq: 4, reason: 'EARLIER_MESSAGE_PARKED' },
      { key: 'bad', seq: 6, reason: 'EARLIER_MESSAGE_PARKED' },
    ]);
    expect(attempts).toBe(4);
    expect(consumers.stopped()).toEqual([]);
    const consumer = spec().name;
    const again = (one: ConsumerSpec) => replayConsumers({ ...common(), specs: [one] });
    expect(await again(poisoned)).toEqual([{ consumer, replayed: 0, left: 3 }]);
    expect(await again(spec())).toEqual([{ consumer, replayed: 3, left: 0 }]);
    expect(await again(spec())).toEqual([]);
    expect(await parked()).toEqual([]);
    expect((await effects()).slice(3)).toEqual(idsOf(messages.filter(({ seq }) => seq % 2 === 0)));
  });

  it('reads several topics, and parks no message of one because of another', async () => {
    const other = `${TOPIC}_too`;
    const both = (handle: ConsumerSpec['handle']) => spec({ topics: [TOPIC, other], handle });
    const poisoned = both(async (batch) => {
      expect(new Set(batch.messages.map(({ topic }) => topic)).size).toBe(1);
      if (batch.messages.some(({ topic }) => topic === other))
        throw new AppError('INVALID_ARGUMENT', 'PLANTED', 'planted');
      await note(batch);
    });
    const consumers = await start(poisoned);
    const [first, second] = [busMessage(TOPIC, 1, { key: 'k' }), busMessage(TOPIC, 2, { key: 'k' })];
    const bad = busMessage(other, 1, { key: 'k' });
    await bus.publish([bad, first]);
    while ((await consumers.lag()) > 0) await consumers.flush();
    await bus.publish([second]);
    while ((await consumers.lag()) > 0) await consumers.flush();
    expect(await effects()).toEqual(idsOf([first, second]));
    expect(await parked()).toEqual([{ key: 'k', seq: 1, reason: 'PLANTED' }]);
    expect(await replayConsumers({ ...common(), specs: [both(note)] })).toMatchObject([
      { replayed: 1, left: 0 },
    ]);
    expect(await effects()).toEqual(idsOf([first, second, bad]));
  });

  it('stops at a message that it cannot handle, reports it, and resumes without a gap when the cause is fixed', async () => {
    let isMended = false;
    const consumers = await start(
      spec({
        scope: 'system',
        onPoison: 'stop',
        async handle(batch) {
          if (!isMended && batch.messages.some(({ seq }) => seq === 3))
            throw new AppError('DATA_LOSS', 'GAP', 'planted');
          await note(batch);
        },
      }),
    );
    const messages = series(5);
    await bus.publish(messages);
    await consumers.flush();
    await consumers.flush();
    expect(consumers.stopped()).toEqual(['on-thing']);
    expect(await effects()).toEqual(idsOf(messages.slice(0, 2)));
    expect([await consumers.lag(), await consumers.pending()]).toEqual([5, 0]);
    isMended = true;
    while ((await consumers.lag()) > 0) await consumers.flush();
    expect(await effects()).toEqual(idsOf(messages));
    expect(consumers.stopped()).toEqual([]);
  });

  it('never parks a message because of a transient fault', async () => {
    let faults = 20;
    const consumers = await start(
      spec({
        async handle(batch) {
          if (faults-- > 15) throw new AppError('UNAVAILABLE', 'PLANTED', 'planted');
          await note(batch);
        },
      }),
    );
    await bus.publish(series(1));
    while ((await consumers.lag()) > 0) await consumers.flush();
    expect(await parked()).toEqual([]);
    expect(await effects()).toHaveLength(1);
  });

  it('rejects events of a foreign producer, and company events without a company', async () => {
    const consumers = await start(spec());
    await bus.publish([
      busMessage(TOPIC, 1, { producer: 'tenancy', key: 'a' }),
      busMessage(TOPIC, 1, { companyId: null, key: 'b' }),
      busMessage(TOPIC, 2, { key: 'c' }),
    ]);
    while ((await consumers.lag()) > 0) await consumers.flush();
    expect((await parked()).map(({ reason }) => reason).sort()).toEqual([
      'EVENT_WITHOUT_COMPANY',
      'FOREIGN_TOPIC',
    ]);
    expect(await effects()).toHaveLength(1);
  });
});
