import { expect, it } from 'vitest';
import { hashingLine, type InLine, type LineLimits } from './hashing-line.ts';

const TWO = { concurrent: 2, queued: 50 };

/** Resolves after all pending microtasks. */
const settle = () => new Promise((done) => setImmediate(done));

/** A queue whose tasks take as long as the test sets, with clocks that the test moves. */
function lineByHand(limits: LineLimits = TWO) {
  let steady = 5_000;
  let wall = 1_000_000;
  const inLine = hashingLine(limits, { wall: () => wall, steady: () => steady });
  const begun: { readonly name: string; end(): void }[] = [];
  const outcomes = new Map<string, string>();
  return {
    begun,
    outcomes,
    ask(name: string, who: Partial<InLine> & { readonly waitsMs?: number } = {}) {
      const { waitsMs, isKnown = true, ...rest } = who;
      const until = waitsMs === undefined ? rest : { ...rest, deadlineAt: wall + waitsMs };
      const work = () => new Promise<void>((end) => begun.push({ name, end }));
      inLine({ isKnown, ...until }, work).then(
        () => outcomes.set(name, 'done'),
        (error: { reason?: string; retryAfterMs?: number }) =>
          outcomes.set(name, `${error.reason ?? error} ${error.retryAfterMs ?? ''}`.trim()),
      );
    },
    /** Ends all running tasks after this time, and starts the next ones. */
    async endAll(tookMs: number) {
      steady += tookMs;
      wall += tookMs;
      for (const { end } of begun.splice(0)) end();
      await settle();
    },
    /** Changes the system clock. */
    setWall(byMs: number) {
      wall += byMs;
    },
  };
}

const names = (begun: readonly { readonly name: string }[]) => begun.map(({ name }) => name);

it('refuses at once a request whose turn would come after its deadline, with a time to retry', async () => {
  const line = lineByHand();
  line.ask('a');
  line.ask('b');
  await line.endAll(2_000);
  for (const name of ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) line.ask(name, { waitsMs: 10_000 });
  for (const name of ['l', 'm']) line.ask(name, { waitsMs: 10_000 });
  line.ask('patient', { waitsMs: 12_000 });
  line.ask('waits for ever');
  await settle();
  expect(names(line.begun)).toEqual(['c', 'd']);
  // Seven wait. With the running ones these are four rounds of 2 s, and 1 s is left for the rest of the request.
  expect(Object.fromEntries(line.outcomes)).toEqual({
    a: 'done',
    b: 'done',
    l: 'OVERLOADED 7000',
    m: 'OVERLOADED 7000',
  });
});

it('refuses waiting requests as soon as tasks take longer than expected', async () => {
  const line = lineByHand();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) line.ask(name, { waitsMs: 10_000 });
  await line.endAll(5_000);
  expect(names(line.begun)).toEqual([]);
  expect([...line.outcomes]).toEqual([
    ['a', 'done'],
    ['b', 'done'],
    ...['c', 'd', 'e', 'f'].map((name) => [name, expect.stringMatching(/^OVERLOADED/)]),
  ]);
});

it('serves known devices first, and refuses strangers that become late thereby', async () => {
  const line = lineByHand();
  line.ask('a');
  line.ask('b');
  await line.endAll(3_000);
  line.ask('c');
  line.ask('d');
  line.ask('stranger', { isKnown: false, waitsMs: 10_500 });
  line.ask('known', { waitsMs: 10_000 });
  line.ask('known 2', { waitsMs: 10_000 });
  await line.endAll(3_000);
  expect(names(line.begun)).toEqual(['known', 'known 2']);
  expect(line.outcomes.get('stranger')).toBeUndefined();
  await line.endAll(4_000);
  expect(line.outcomes.get('stranger')).toMatch(/^OVERLOADED/);
});

it('does no work for clients that left the queue', async () => {
  const line = lineByHand();
  const gone = new AbortController();
  line.ask('a');
  line.ask('b');
  line.ask('gone', { signal: gone.signal });
  line.ask('behind');
  gone.abort('left');
  await line.endAll(100);
  expect(names(line.begun)).toEqual(['behind']);
  expect(line.outcomes.get('gone')).toBe('left');
  line.ask('too late', { signal: gone.signal });
  await settle();
  expect(line.outcomes.get('too late')).toBe('left');
});

it('counts only requests ahead: strangers do not exclude a known device, and the last of them is refused', async () => {
  const line = lineByHand({ concurrent: 2, queued: 3 });
  line.ask('a');
  line.ask('b');
  for (const name of ['stranger 1', 'stranger 2', 'stranger 3', 'stranger 4'])
    line.ask(name, { isKnown: false });
  await settle();
  expect([...line.outcomes]).toEqual([['stranger 4', 'OVERLOADED 1000']]);
  for (const name of ['known 1', 'known 2', 'known 3', 'known 4']) line.ask(name);
  await settle();
  expect([...line.outcomes.keys()].sort()).toEqual([
    'known 4',
    'stranger 1',
    'stranger 2',
    'stranger 3',
    'stranger 4',
  ]);
  for (const runs of [['a', 'b'], ['known 1', 'known 2'], ['known 3']]) {
    expect(names(line.begun)).toEqual(runs);
    await line.endAll(100);
  }
});

it('measures by a monotonic clock', async () => {
  const line = lineByHand();
  line.ask('a');
  line.ask('b');
  line.setWall(3_600_000);
  await line.endAll(1_000);
  for (const name of ['c', 'd', 'e']) line.ask(name, { waitsMs: 10_000 });
  line.setWall(-3_600_000);
  line.ask('f', { waitsMs: 10_000 });
  await line.endAll(1_000);
  expect(names(line.begun)).toEqual(['e', 'f']);
  expect([...line.outcomes.keys()]).toEqual(['a', 'b', 'c', 'd']);
});

it('expects ten seconds at most after the machine was suspended', async () => {
  const line = lineByHand();
  line.ask('a');
  line.ask('b');
  await line.endAll(3_600_000);
  line.ask('c');
  line.ask('d');
  line.ask('e', { waitsMs: 30_000 });
  line.ask('f', { waitsMs: 10_000 });
  await settle();
  expect(line.outcomes.get('e')).toBeUndefined();
  expect(line.outcomes.get('f')).toBe('OVERLOADED 5000');
});

it('alternates between strangers of different sources, however many of one wait', async () => {
  const line = lineByHand({ concurrent: 2, queued: 50, queuedOfSource: 5 });
  const from = (source: string) => ({ isKnown: false, source });
  line.ask('a0', from('a'));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) line.ask(name, from('a'));
  line.ask('b1', from('b'));
  line.ask('b2', from('b'));
  line.ask('c1', from('c'));
  const order: string[] = [];
  for (let n = 0; n < 9; n++) {
    order.push(...names(line.begun));
    await line.endAll(100);
  }
  expect(order).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  expect(line.outcomes.get('a6')).toMatch(/^OVERLOADED/);
});

it('serves returning strangers before others of their source, but not before other sources', async () => {
  const line = lineByHand({ concurrent: 2, queued: 50, queuedOfSource: 3 });
  const from = (source: string, isReturning = false) => ({ isKnown: false, source, isReturning });
  line.ask('a0', from('a'));
  for (const name of ['a1', 'a2', 'a3']) line.ask(name, from('a'));
  line.ask('b1', from('b'));
  for (const name of ['back 1', 'back 2', 'back 3', 'back 4']) line.ask(name, from('a', true));
  const order: string[] = [];
  for (let n = 0; n < 5; n++) {
    order.push(...names(line.begun));
    await line.endAll(100);
  }
  expect(order).toEqual(['a0', 'back 1', 'b1', 'back 2', 'back 3']);
  for (const name of ['a1', 'a2', 'a3', 'back 4']) expect(line.outcomes.get(name)).toMatch(/^OVERLOADED/);
});
