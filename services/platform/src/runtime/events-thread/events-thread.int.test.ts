import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  describeModuleEventsContract,
  type MakeRuntime,
  type ThingWorld,
  thingWorld,
} from '../module/module-events-contract.ts';
import { type EventsThreadOptions, eventsThread } from './events-thread.ts';

const log = { error: vi.fn(), info: vi.fn() };
const inThread =
  (rest?: EventsThreadOptions['rest']): MakeRuntime =>
  (test, metrics) =>
    eventsThread({
      file: new URL('../../testing/thing-thread.ts', import.meta.url),
      settings: { databases: test.services, bus: test.bus, env: {}, log: { level: 'silent' } },
      log,
      metrics,
      rest,
    });

describeModuleEventsContract('in a thread', inThread());

describe('a thread that dies', () => {
  let world: ThingWorld;
  let goOn: PromiseWithResolvers<void>;
  beforeEach(async () => {
    vi.clearAllMocks();
    goOn = Promise.withResolvers();
    world = await thingWorld(inThread(() => goOn.promise));
    await world.events.start();
  });
  afterEach(() => world.stop());

  it('is logged and restarted, and every event takes effect once', async () => {
    await world.plant('k50', 'dies');
    await world.publish(
      'thing',
      Array.from({ length: 100 }, (_, n) => `k${n}`),
    );
    await expect.poll(() => log.error.mock.calls.length).toBe(1);
    expect(log.error.mock.calls[0]?.[1]).toMatchObject({ err: { message: 'planted' } });
    goOn.resolve();
    // The lease of a thread that died while shipping lasts up to ten more seconds.
    await expect.poll(() => world.effects()).toBe(100);
    expect(await world.events.stopped()).toEqual([]);
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('answers UNAVAILABLE with the cause until it runs again', async () => {
    await world.plant('k', 'dies');
    await world.publish('thing', ['k']);
    await expect
      .poll(() => world.events.stopped().catch((error: unknown) => error))
      .toMatchObject({ code: 'UNAVAILABLE', reason: 'EVENTS_ENDED', cause: { message: 'planted' } });
    goOn.resolve();
    await expect.poll(() => world.events.stopped().catch(() => undefined)).toEqual([]);
  });
});

it('ends a closed thread and does not restart it', async () => {
  vi.clearAllMocks();
  const world = await thingWorld(inThread());
  await world.events.start();
  await world.stop();
  await expect(world.events.stopped()).rejects.toMatchObject({ reason: 'EVENTS_ENDED' });
  expect(log.error).not.toHaveBeenCalled();
});
