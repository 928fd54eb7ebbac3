import type { ServiceName } from '../../core/context/caller.ts';
import { unavailable } from '../../core/errors/app-error.ts';
import { notStarted } from './host-channels.ts';

export interface Readiness {
  /** Rejects while a module cannot do its work, before `open` and after `leave`. */
  ready(): Promise<void>;
  moduleReady(service: ServiceName): Promise<void>;
  open(): void;
  leave(): void;
  /** True after `leave`. */
  isLeaving(): boolean;
}

/** Concurrent callers share one check, so a burst of probes costs one check at a time. */
export function createReadiness(started: ReadonlyMap<ServiceName, { ready(): Promise<void> }>): Readiness {
  let state: 'starting' | 'open' | 'leaving' = 'starting';
  const looks = new Map<ServiceName, Promise<void>>();

  function look(service: ServiceName): Promise<void> {
    const module = started.get(service);
    if (module === undefined) return Promise.reject(notStarted(service));
    const running = looks.get(service) ?? module.ready().finally(() => looks.delete(service));
    looks.set(service, running);
    return running;
  }

  function checkOpen(): void {
    if (state === 'starting') throw unavailable('STARTING', 'This part of the vault is starting');
    if (state === 'leaving') throw unavailable('STOPPING', 'This part of the vault is stopping');
  }

  return {
    async ready() {
      checkOpen();
      await Promise.all([...started.keys()].map(look));
    },
    async moduleReady(service) {
      checkOpen();
      await look(service);
    },
    open() {
      if (state === 'starting') state = 'open';
    },
    leave() {
      state = 'leaving';
    },
    isLeaving: () => state === 'leaving',
  };
}
