import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import type { ModuleEvents, ModuleEventsOptions } from '../module/module-events.ts';
import { type Ask, EVENTS_ENDED } from './thread-handle.ts';

/** A thread that answers whether it is well has this long, ms. */
const PATIENCE_MS = 5_000;

export interface Proxied extends Pick<ModuleEventsOptions, 'service' | 'db'> {
  ask: Ask;
  /** Something was written to the outbox. */
  look(): void;
  /** From here on, or no longer, a new thread starts this module's ends too. */
  started(isStarted: boolean): void;
}

/** A module's relay and consumers, seen from the module's own thread. */
export function threadProxy({ service, db, ask, look, started }: Proxied): ModuleEvents {
  let stopListening: (() => void) | undefined;
  return {
    async start() {
      started(true);
      stopListening = db.onOutboxCommit(look);
      await ask(service, 'start');
    },
    look,
    backlog: (maxAgeMs) => ask(service, 'backlog', maxAgeMs),
    lag: () => ask(service, 'lag'),
    stopped: () => patiently(ask(service, 'stopped')),
    replayParked: () => ask(service, 'replayParked'),
    flush: () => ask(service, 'flush'),
    async stop() {
      started(false);
      stopListening?.();
      await ask(service, 'stop').catch(passUnlessEnded);
    },
  };
}

/** What is gone has stopped. */
function passUnlessEnded(thrown: unknown): void {
  if (!(thrown instanceof AppError && thrown.reason === EVENTS_ENDED)) throw thrown;
}

/** @throws AppError UNAVAILABLE EVENTS_SILENT */
async function patiently<T>(answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const silence = delay(PATIENCE_MS, undefined, { signal: answered.signal }).then(
    () => {
      throw new AppError('UNAVAILABLE', 'EVENTS_SILENT', 'A part of the vault does not answer');
    },
    () => answer,
  );
  return await Promise.race([answer, silence]).finally(() => answered.abort());
}
