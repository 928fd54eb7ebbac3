import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../core/errors/app-error.ts';
import type { Thread } from './thread-handle.ts';
import { keepThread } from './thread-keeper.ts';

const refused = new AppError('UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'planted');

/** Threads in which no module starts, and the pauses before each restart. */
function world(services: readonly ('vault' | 'audit')[]) {
  const ends: ((why: unknown) => void)[] = [];
  const launch = (): Thread => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    ends.push(resolve);
    const terminate = (why?: unknown) => Promise.resolve(resolve(why));
    return { send: vi.fn(), ask: () => Promise.reject(refused), ended: promise, terminate };
  };
  const [log, rests] = [{ error: vi.fn(), info: vi.fn() }, [] as number[]];
  const next: (() => void)[] = [];
  const rest = (failures: number) => {
    rests.push(failures);
    return new Promise<void>((resolve) => next.push(resolve));
  };
  const keeper = keepThread({ launch, begun: () => services, log, rest });
  const end = (why: unknown) => ends.at(-1)?.(why);
  return { keeper, log, rests, end, go: () => next.shift()?.() };
}

afterEach(() => vi.useRealTimers());

it('reports why the thread does not start, in the log and to callers, and waits longer each time', async () => {
  const { keeper, log, rests, end, go } = world(['vault']);
  end(new Error('the first'));
  await vi.waitFor(() => expect(rests).toEqual([1]));
  go();
  await vi.waitFor(() => expect(rests).toEqual([1, 2]));
  expect(log.error.mock.calls[1]?.[1]).toEqual({ err: refused, failures: 2 });
  await expect(keeper.ask('vault', 'lag')).rejects.toMatchObject({ reason: 'EVENTS_ENDED', cause: refused });
  go();
  await vi.waitFor(() => expect(rests).toEqual([1, 2, 3]));
  expect(log.info).not.toHaveBeenCalled();
});

it('resets the count of failures after a thread that ran for a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { log, rests, end, go } = world([]);
  for (const [nth, ranMs] of [1_000, 1_000, 60_000].entries()) {
    vi.advanceTimersByTime(ranMs);
    end(new Error('planted'));
    await vi.waitFor(() => expect(rests.length).toBe(nth + 1));
    go();
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(nth + 1));
  }
  expect(rests).toEqual([1, 2, 1]);
});
