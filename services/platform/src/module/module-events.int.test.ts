import { postgresBus } from '../events/postgres-bus.ts';
import { silentLogger } from '../log/log.ts';
import { eventsHere } from './events-place.ts';
import { describeModuleEventsContract } from './module-events-contract.ts';

describeModuleEventsContract('in the thread of the module', (test) => {
  const bus = postgresBus({ ...test.bus, log: silentLogger() });
  return { ...eventsHere(bus), close: () => bus.close() };
});
