import { expect, it } from 'vitest';
import { hashingLine, type InLine } from './hashing-line.ts';

const TWO = { concurrent: 2, queued: 50 };

/** A line whose work takes as long as it is told to, by a clock that is moved by hand. */
function lineByHand() {
  let now = 1_000_000;
  const inLine = hashingLine(TWO, () => now);
  const begun: { readonly name: string; end(): void }[] = [];
  const told = new Map<string, string>();
  return {
    begun,
    told,
    ask(name: string, who: Partial<InLine> & { readonly waitsMs?: number } = {}) {
      const { waitsMs, isKnown = true, ...rest } = who;
      const until = waitsMs === undefined ? rest : { ...rest, deadlineAt: now + waitsMs };
      const work = () => new Promise<void>((end) => begun.push({ name, end }));
      inLine({ isKnown, ...until }, work).then(
        () => told.set(name, 'done'),
        (error: { reason?: string; retryAfterMs?: number }) =>
          told.set(name, `${error.reason ?? error} ${error.retryAfterMs ?? ''}`.trim()),
      );
    },
    /** All that run end after so long; those whose turn it is begin. */
    async endAll(tookMs: number) {
      now += tookMs;
      for (const { end } of begun.splice(0)) end();
      for (let n = 0; n < 10; n += 1) await Promise.resolve();
    },
    settle: async () => {
      for (let n = 0; n < 10; n += 1) await Promise.resolve();
    },
  };
}

const names = (begun: readonly { readonly name: string }[]) => begun.map(({ name }) => name);

it('refuses at once whose turn would come after its deadline, and tells when to come back', async () => {
  const line = lineByHand();
  line.ask('a');
  line.ask('b');
  await line.endAll(2_000);
  for (const name of ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) line.ask(name, { waitsMs: 10_000 });
  for (const name of ['l', 'm']) line.ask(name, { waitsMs: 10_000 });
  line.ask('patient', { waitsMs: 12_000 });
  line.ask('waits for ever');
  await line.settle();
  expect(names(line.begun)).toEqual(['c', 'd']);
  // Seven wait: with those who run four rounds of two seconds are 8 s, and a second is left for what follows.
  expect(Object.fromEntries(line.told)).toEqual({
    a: 'done',
    b: 'done',
    l: 'OVERLOADED 7000',
    m: 'OVERLOADED 7000',
  });
});

it('refuses who waits as soon as work takes longer than was expected', async () => {
  const line = lineByHand();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) line.ask(name, { waitsMs: 10_000 });
  await line.endAll(5_000);
  expect(names(line.begun)).toEqual([]);
  expect([...line.told]).toEqual([
    ['a', 'done'],
    ['b', 'done'],
    ...['c', 'd', 'e', 'f'].map((name) => [name, expect.stringMatching(/^OVERLOADED/)]),
  ]);
});

it('lets known devices pass and refuses strangers whom that makes late', async () => {
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
  expect(line.told.get('stranger')).toBeUndefined();
  await line.endAll(4_000);
  expect(line.told.get('stranger')).toMatch(/^OVERLOADED/);
});

it('works for nobody who went away in line', async () => {
  const line = lineByHand();
  const gone = new AbortController();
  line.ask('a');
  line.ask('b');
  line.ask('gone', { signal: gone.signal });
  line.ask('behind');
  gone.abort('left');
  await line.endAll(100);
  expect(names(line.begun)).toEqual(['behind']);
  expect(line.told.get('gone')).toBe('left');
  line.ask('too late', { signal: gone.signal });
  await line.settle();
  expect(line.told.get('too late')).toBe('left');
});
