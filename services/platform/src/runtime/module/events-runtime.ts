import type { ServiceName } from '../../core/context/caller.ts';
import type { Bus } from '../../messaging/bus.ts';
import type { ServiceDatabase } from '../../postgres/connection.ts';
import type { OpenDatabase } from '../../postgres/open-database.ts';
import { openEventsDatabase } from './events-database.ts';
import { type ModuleEvents, type ModuleEventsOptions, moduleEvents } from './module-events.ts';

/** Where the relays and consumers of a host's modules run. */
export interface EventsRuntime {
  of(module: Omit<ModuleEventsOptions, 'bus'>): ModuleEvents;
}

/** Runs events in the modules' thread, on the modules' connections. */
export function eventsOnModuleConnections(bus: Bus): EventsRuntime {
  return { of: (module) => moduleEvents({ ...module, bus }) };
}

/** An events runtime with its own connections; close it after the modules have stopped. */
export interface ClosableEventsRuntime extends EventsRuntime {
  close(): Promise<void>;
}

/** Runs events in the modules' thread on separate connections (openEventsDatabase). */
export function eventsOnOwnConnections(
  bus: Bus,
  databases: ReadonlyMap<ServiceName, ServiceDatabase>,
): ClosableEventsRuntime {
  const opened: OpenDatabase[] = [];
  return {
    of(module) {
      const { service, log } = module;
      const database = databases.get(service);
      if (database === undefined) throw new Error(`No database is configured for ${service}`);
      const db = openEventsDatabase(service, database, log);
      opened.push(db);
      const events = moduleEvents({ ...module, db, bus });
      const stopListening = module.db.onOutboxCommit(() => events.look());
      return {
        ...events,
        async stop() {
          stopListening();
          await events.stop();
        },
      };
    },
    async close() {
      await Promise.all(opened.map((db) => db.close()));
    },
  };
}
