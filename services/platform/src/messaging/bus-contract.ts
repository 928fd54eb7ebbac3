import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bus, BusMessage, Subscription } from './bus.ts';

/** A message with its sequence number. */
export function busMessage(topic: string, seq: number, more: Partial<BusMessage> = {}): BusMessage {
  return {
    eventId: randomUUID(),
    topic,
    key: '1:1',
    producer: 'vault',
    epoch: 1,
    seq,
    companyId: 1,
    payload: Buffer.from([seq % 256, 0, 255]),
    createdAt: new Date(1_700_000_000_000 + seq),
    ...more,
  };
}

const newTopic = () => `vault.t${randomUUID().slice(0, 8)}`;

/** Subscribes to a topic and collects its messages. */
async function collect(on: Bus, group: string, topic: string, maxBatch = 100) {
  const seen: BusMessage[] = [];
  const subscription = await on.subscribe({
    group,
    topics: [topic],
    maxBatch,
    handler: async (batch) => void seen.push(...batch),
  });
  return { seen, subscription, seqs: () => seen.map((message) => message.seq) };
}

/** Repeats flush until the lag is 0, because a transient fault may end it early. */
async function caughtUp({ flush, lag }: Subscription): Promise<void> {
  do await flush();
  while ((await lag().catch(() => 1)) > 0);
}

/** Opens a separate connection to the bus of the suite; it is closed after the test. */
type OpenBus = () => Promise<Bus>;

/** Contract of every bus adapter. Each call of `makeBus` opens a separate connection to the same bus. */
export function describeBusContract(name: string, makeBus: () => Promise<Bus>): void {
  describe(`bus contract: ${name}`, () => {
    const open: Bus[] = [];
    const bus = async () => {
      const made = await makeBus();
      open.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of open.splice(0)) await made.close();
    });

    itKeepsOrder(bus);
    itServesGroups(bus);
    itDeliversANumberOnce(bus);
    itGoesOnWhereItWas(bus);
  });
}

function itKeepsOrder(bus: OpenBus): void {
  it('delivers complete messages in order per key, including those from before the subscription', async () => {
    const topic = newTopic();
    const one = await bus();
    const first = [busMessage(topic, 1), busMessage(topic, 2, { companyId: null, key: 'k' })];
    await one.publish(first);
    const { seen, subscription } = await collect(one, 'g', topic);
    await caughtUp(subscription);
    expect(seen.toSorted((a, b) => a.seq - b.seq)).toEqual(first);
    const more = Array.from({ length: 250 }, (_, i) => busMessage(topic, i + 3));
    await one.publish(more.slice(0, 130));
    await one.publish(more.slice(130));
    await caughtUp(subscription);
    const ofFirstKey = seen.filter((message) => message.key === '1:1').map((message) => message.seq);
    expect(ofFirstKey).toEqual([1, ...Array.from({ length: 250 }, (_, i) => i + 3)]);
    expect(await subscription.lag()).toBe(0);
  });

  it('keeps the order per key, and of all keys in a topic of audit entries', async () => {
    const [events, audit] = [newTopic(), `${newTopic()}.audit`];
    const one = await bus();
    const keyed = (topic: string) =>
      Array.from({ length: 300 }, (_, i) => busMessage(topic, i + 1, { key: `1:${(i * 7) % 20}` }));
    await one.publish([...keyed(events), ...keyed(audit)]);
    const [all, entries] = [await collect(one, 'g', events, 40), await collect(one, 'h', audit, 40)];
    await Promise.all([caughtUp(all.subscription), caughtUp(entries.subscription)]);
    expect(entries.seqs()).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(all.seen).toHaveLength(300);
    for (const ofKey of Map.groupBy(all.seen, (message) => message.key).values()) {
      const seqs = ofKey.map((message) => message.seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    }
  });
}

function itServesGroups(bus: OpenBus): void {
  it('delivers every message to each group, and to one member of a group', async () => {
    const topic = newTopic();
    const [one, two] = [await bus(), await bus()];
    const a1 = await collect(one, 'a', topic);
    const a2 = await collect(two, 'a', topic);
    const b = await collect(two, 'b', topic);
    await one.publish(Array.from({ length: 50 }, (_, i) => busMessage(topic, i + 1)));
    for (const member of [a1, a2, b]) await caughtUp(member.subscription);
    expect([...a1.seqs(), ...a2.seqs()].sort((x, y) => x - y)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    expect(b.seqs()).toHaveLength(50);
  });
}

function itDeliversANumberOnce(bus: OpenBus): void {
  it('delivers a sequence number once, however often it is published', async () => {
    const topic = newTopic();
    const one = await bus();
    const messages = [busMessage(topic, 1), busMessage(topic, 2), busMessage(topic, 3)];
    await one.publish(messages.slice(0, 2));
    await Promise.all([one.publish(messages), one.publish(messages)]);
    const { seqs, subscription } = await collect(one, 'g', topic);
    await caughtUp(subscription);
    expect(seqs()).toEqual([1, 2, 3]);
  });

  it('refuses another event under a used sequence number', async () => {
    const topic = newTopic();
    const one = await bus();
    await one.publish([busMessage(topic, 1)]);
    await expect(one.publish([busMessage(topic, 1)])).rejects.toMatchObject({ code: 'DATA_LOSS' });
    await one.publish([busMessage(topic, 1, { epoch: 2 })]);
    const { seen, subscription } = await collect(one, 'g', topic);
    await caughtUp(subscription);
    expect(seen.map((message) => message.epoch)).toEqual([1, 2]);
  });
}

function itGoesOnWhereItWas(bus: OpenBus): void {
  it('redelivers a message that the handler refused, before any later one', async () => {
    const topic = newTopic();
    const one = await bus();
    await one.publish([busMessage(topic, 1), busMessage(topic, 2), busMessage(topic, 3)]);
    const calls: number[] = [];
    let failures = 2;
    const subscription = await one.subscribe({
      group: 'g',
      topics: [topic],
      maxBatch: 1,
      handler: async ([message]) => {
        calls.push(message?.seq ?? 0);
        if (message?.seq === 2 && failures-- > 0) throw new Error('planted');
      },
    });
    while ((await subscription.lag()) > 0) await caughtUp(subscription);
    expect(calls).toEqual([1, 2, 2, 2, 3]);
  });

  it('resumes at the position of a stopped member', async () => {
    const topic = newTopic();
    const [one, two] = [await bus(), await bus()];
    await one.publish([busMessage(topic, 1)]);
    const first = await collect(one, 'g', topic);
    await caughtUp(first.subscription);
    await first.subscription.stop();
    await one.publish([busMessage(topic, 2)]);
    const second = await collect(two, 'g', topic);
    await caughtUp(second.subscription);
    expect([first.seqs(), second.seqs()]).toEqual([[1], [2]]);
  });
}
