import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../../core/log/log.ts';
import { parkedHeads } from '../../messaging/dead-letter.ts';
import { postgresBus } from '../../messaging/postgres-bus.ts';
import { testCtx } from '../../testing/test-ctx.ts';
import { eventsOnModuleConnections } from './events-runtime.ts';
import { type ThingWorld, thingWorld } from './module-events-contract.ts';
import { type Discarded, discardEvent } from './parked-events-rpc.ts';

let world: ThingWorld;
beforeEach(async () => {
  world = await thingWorld((test) => {
    const bus = postgresBus({ ...test.bus, log: silentLogger() });
    return { ...eventsOnModuleConnections(bus), close: () => bus.close() };
  });
  await world.plant('bad', 'fails');
  await world.events.start();
  await world.publish('thing', ['bad', 'bad', 'good']);
  while (await world.events.flush());
  // The relay would ship the entry that a test reads.
  await world.events.stop();
});
afterEach(() => world.stop());

const heads = () => world.test.db.system(parkedHeads);
const discard = (change: Partial<Discarded>) =>
  discardEvent('lineage', world.test.db, testCtx(null), {
    consumer: 'on-thing',
    eventId: '019abc3e-7a44-7d2c-9f3c-8d0f5a1b2c3d',
    reason: 'faulty_build',
    ...change,
  });

it('shows the first event of a subject and how many wait behind it', async () => {
  expect(await heads()).toMatchObject([
    { consumer: 'on-thing', topic: 'lineage.thing', companyId: 1, reason: 'PLANTED', behind: 1 },
  ]);
});

it.each([
  ['an unknown event', {}, 'EVENT_NOT_PARKED'],
  ['an id that is no UUID', { eventId: 'x' }, 'INVALID_DISCARD'],
  ['a reason of its own', { reason: 'asked by Asha' }, 'INVALID_DISCARD'],
])('refuses to discard with %s', async (_, change, reason) => {
  await expect(discard(change)).rejects.toMatchObject({ reason });
  expect(await heads()).toHaveLength(1);
});

it('discards an event for good, keeps the reason in the trail, and frees those behind it', async () => {
  const [head] = await heads();
  await discard({ eventId: head?.eventId });
  await world.test.sql('DELETE FROM lineage.fault');
  expect(await world.events.replayParked()).toEqual([{ consumer: 'on-thing', replayed: 1, left: 0 }]);
  expect(await heads()).toEqual([]);
  const done = await world.test.sql('SELECT FROM lineage.effect WHERE event_id = $1', [head?.eventId]);
  expect(done).toEqual([]);
  // A copy that the bus delivers again is known.
  const known = 'SELECT FROM lineage.inbox WHERE consumer = $1 AND event_id = $2';
  expect(await world.test.sql(known, ['on-thing', head?.eventId])).toHaveLength(1);
  const [entry] = await world.test.sql<{ payload: Buffer }>(
    "SELECT payload FROM lineage.outbox WHERE topic = 'lineage.audit'",
  );
  expect(AuditEntry.decode(entry?.payload ?? Buffer.alloc(0))).toMatchObject({
    action: 'event_discard',
    objectIds: { consumer: 'lineage.on-thing', event: head?.eventId, why: 'faulty_build' },
    companyId: 1,
  });
});

it('does not discard an event that a replay applied before it was interrupted', async () => {
  const [head] = await heads();
  await world.test.sql('INSERT INTO lineage.inbox (consumer, event_id) VALUES ($1, $2)', [
    'on-thing',
    head?.eventId,
  ]);
  await expect(discard({ eventId: head?.eventId })).rejects.toMatchObject({ reason: 'EVENT_NOT_PARKED' });
});
