import { afterEach, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { JobThread } from './job-thread.ts';
import { leastLoaded } from './least-loaded.ts';

/** Echoes its jobs, fails on 'bad' and dies on 'die'. */
const WORKER = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ job, does, what }) => {
    if (does === 'end') parentPort.close();
    else if (what === 'die') throw new Error('the value');
    else parentPort.postMessage(what === 'bad' ? { job, failed: 'RangeError' } : { job, result: what });
  });`;

const threads: JobThread[] = [];
function start(): JobThread {
  const thread = new JobThread({
    name: 'test',
    file: new URL(
      `data:text/javascript,import{createRequire}from'node:module';const require=createRequire('file:///');${encodeURIComponent(WORKER)}`,
    ),
    limits: {},
    ended: (cause) => new AppError('UNAVAILABLE', 'ENDED', 'It has ended', { cause }),
    failed: (cause) => new AppError('INTERNAL', 'FAILED', 'It failed', { cause }),
  });
  threads.push(thread);
  return thread;
}
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.end())));

it('answers each job; a failed one with the name of its error', async () => {
  const thread = start();
  const asked = ['a', 'bad', 'b'].map((what) => thread.ask({ does: 'say', what }));
  expect(thread.jobs).toBe(3);
  const [a, bad, b] = await Promise.allSettled(asked);
  expect([a, b]).toMatchObject([{ value: 'a' }, { value: 'b' }]);
  expect(bad).toMatchObject({ reason: { reason: 'FAILED', cause: { message: 'RangeError' } } });
  expect(thread.jobs).toBe(0);
});

it('rejects pending and later jobs when it dies', async () => {
  const thread = start();
  const asked = ['die', 'a'].map((what) => thread.ask({ does: 'say', what }));
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ reason: { reason: 'ENDED', cause: { message: 'Error' } } });
  expect(thread.hasEnded).toBe(true);
  await expect(thread.ask({ does: 'say', what: 'a' })).rejects.toMatchObject({ reason: 'ENDED' });
});

it('finishes its jobs before it ends', async () => {
  const thread = start();
  const asked = thread.ask<string>({ does: 'say', what: 'a' });
  await thread.end();
  expect(await asked).toBe('a');
});

it('rejects pending jobs when it is terminated', async () => {
  const thread = start();
  const asked = thread.ask({ does: 'say', what: 'a' });
  const refused = expect(asked).rejects.toMatchObject({ reason: 'ENDED' });
  await thread.terminate();
  await refused;
  expect(thread.hasEnded).toBe(true);
});

it('chooses the thread with the fewest jobs, starts one while all are busy, and never uses an ended one', () => {
  const made = { jobs: 0, hasEnded: false };
  const make = () => made;
  const ended = { jobs: 0, hasEnded: true };
  const [busy, busier] = [
    { jobs: 1, hasEnded: false },
    { jobs: 2, hasEnded: false },
  ];
  const two = [ended, busier, busy];
  expect(leastLoaded(two, 2, make)).toBe(busy);
  expect(two).toEqual([busier, busy]);
  expect(leastLoaded(two, 3, make)).toBe(made);
  expect(two).toEqual([busier, busy, made]);
  expect(leastLoaded(two, 9, make)).toBe(made);
});
