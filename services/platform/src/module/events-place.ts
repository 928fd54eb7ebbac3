import type { Bus } from '../events/bus.ts';
import { type ModuleEvents, type ModuleEventsOptions, moduleEvents } from './module-events.ts';

/** Where the relays and consumers of a host's modules run. */
export interface EventsPlace {
  of(module: Omit<ModuleEventsOptions, 'bus'>): ModuleEvents;
}

/** In the thread of the modules themselves. */
export function eventsHere(bus: Bus): EventsPlace {
  return { of: (module) => moduleEvents({ ...module, bus }) };
}
