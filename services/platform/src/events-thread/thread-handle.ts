import { Worker } from 'node:worker_threads';
import type { ServiceName } from '../context/caller.ts';
import { AppError } from '../errors/app-error.ts';
import { errorOf } from '../errors/failure.ts';
import { threadEnv } from '../process/thread-env.ts';
import type {
  Answer,
  Asked,
  EventsThreadSettings,
  Measured,
  Question,
  Said,
  Told,
} from './thread-protocol.ts';

export interface ThreadOptions {
  /** File that calls runEventsThread. */
  readonly file: URL;
  readonly settings: EventsThreadSettings;
  wake(service: ServiceName): void;
  measured(measured: Measured): void;
}

export type Ask = (service: ServiceName, question: Question, maxAgeMs?: number) => Promise<Answer>;

/** One life of the thread. */
export interface Thread {
  /** @throws AppError what the answer failed with; UNAVAILABLE EVENTS_ENDED when the thread is gone, or goes before it answers */
  ask: Ask;
  tell(told: Told): void;
  /** Resolves when the thread is gone, to the fault that ended it. */
  readonly ended: Promise<unknown>;
  terminate(): Promise<void>;
}

export function startThread({ file, settings, wake, measured }: ThreadOptions): Thread {
  const worker = new Worker(file, { name: 'events', env: threadEnv(), workerData: settings });
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let last = 0;
  const hear = (said: Said) => {
    if (said.says === 'wake') return wake(said.service);
    if (said.says === 'measured') return measured(said);
    const asked = waiting.get(said.call);
    waiting.delete(said.call);
    if (said.says === 'answer') asked?.resolve(said.answer);
    else asked?.reject(errorOf(said.failure));
  };
  worker.on('message', hear);
  const gone = Promise.withResolvers<unknown>();
  let isGone = false;
  let fault: unknown;
  worker.on('error', (thrown: unknown) => {
    fault = thrown;
  });
  worker.once('exit', () => {
    isGone = true;
    for (const asked of waiting.values()) asked.reject(threadEnded(fault));
    gone.resolve(fault);
  });
  const tell = (told: Told) => worker.postMessage(told);
  return {
    tell,
    ended: gone.promise,
    ask(service, question, maxAgeMs) {
      if (isGone) return Promise.reject(threadEnded(fault));
      last += 1;
      const asked: Asked = { call: last, service, question, maxAgeMs };
      const answer = Promise.withResolvers<Answer>();
      waiting.set(last, answer);
      tell({ does: 'ask', ...asked });
      return answer.promise;
    },
    terminate: async () => void (await worker.terminate()),
  };
}

export function threadEnded(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'EVENTS_ENDED', 'A part of the vault is not running', { cause });
}
