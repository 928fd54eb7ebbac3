import { setTimeout as delay } from 'node:timers/promises';
import { AppError, unavailable } from '../../core/errors/app-error.ts';
import type { OpenDatabase } from '../../postgres/open-database.ts';
import type { ModuleEvents, ModuleEventsOptions } from '../module/module-events.ts';
import { type Ask, EVENTS_ENDED } from './thread-handle.ts';

const EVENTS_SILENT = 'EVENTS_SILENT';
/** Timeout for the thread's answers to health checks and to stop, ms. */
const PATIENCE_MS = 5_000;

export interface Proxied extends Pick<ModuleEventsOptions, 'service'> {
  readonly db: Pick<OpenDatabase, 'onOutboxCommit'>;
  ask: Ask;
  readonly patienceMs?: number;
  /** Something was written to the outbox. */
  look(): void;
  /** Sets whether a restarted thread starts this module's relay and consumers too. */
  started(isStarted: boolean): void;
}

/** A module's relay and consumers, seen from the module's own thread. */
export function threadProxy(options: Proxied): ModuleEvents {
  const { service, db, ask, look, started, patienceMs = PATIENCE_MS } = options;
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
    stopped: () => within(patienceMs, ask(service, 'stopped')),
    replayParked: () => ask(service, 'replayParked'),
    flush: () => ask(service, 'flush'),
    async stop() {
      started(false);
      stopListening?.();
      await within(patienceMs, ask(service, 'stop')).catch(passWhatCloses);
    },
  };
}

/** A dead thread counts as stopped, and a silent one is terminated later: the module's stop waits for neither. */
function passWhatCloses(thrown: unknown): void {
  const closes = thrown instanceof AppError && [EVENTS_ENDED, EVENTS_SILENT].includes(thrown.reason);
  if (!closes) throw thrown;
}

/** @throws AppError UNAVAILABLE EVENTS_SILENT */
async function within<T>(patienceMs: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const silence = delay(patienceMs, undefined, { signal: answered.signal }).then(
    () => {
      throw unavailable(EVENTS_SILENT, 'A part of the vault does not answer');
    },
    () => answer,
  );
  return await Promise.race([answer, silence]).finally(() => answered.abort());
}
