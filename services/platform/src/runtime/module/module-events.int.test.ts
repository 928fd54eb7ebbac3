import { expect, it } from 'vitest';
import { silentLogger } from '../../core/log/log.ts';
import { postgresBus } from '../../messaging/postgres-bus.ts';
import { eventsOnModuleConnections, eventsOnOwnConnections } from './events-runtime.ts';
import { describeModuleEventsContract, thingWorld } from './module-events-contract.ts';

describeModuleEventsContract('in the thread of the module', (test) => {
  const bus = postgresBus({ ...test.bus, log: silentLogger() });
  return { ...eventsOnModuleConnections(bus), close: () => bus.close() };
});

describeModuleEventsContract('over separate connections', (test) => {
  const bus = postgresBus({ ...test.bus, log: silentLogger() });
  const runtime = eventsOnOwnConnections(bus, test.services);
  const close = async () => {
    await bus.close();
    await runtime.close();
  };
  return { ...runtime, close };
});

it('events on separate connections are notified of commits of the module until they stop', async () => {
  const heard = new Set<() => void>();
  const { events, stop } = await thingWorld((test) => {
    const runtime = eventsOnOwnConnections(postgresBus({ ...test.bus, log: silentLogger() }), test.services);
    const onOutboxCommit = (listener: () => void) => {
      heard.add(listener);
      return () => heard.delete(listener);
    };
    return { ...runtime, of: (module) => runtime.of({ ...module, db: { ...module.db, onOutboxCommit } }) };
  });
  expect(heard.size).toBe(1);
  await events.stop();
  expect(heard.size).toBe(0);
  await stop();
});
