import { Worker } from 'node:worker_threads';
import type { ServiceName } from '../../core/context/caller.ts';
import { unavailable } from '../../core/errors/app-error.ts';
import { errorOf } from '../../core/errors/failure.ts';
import { threadEnv } from '../../core/threads/thread-env.ts';
import type {
  Answered,
  Answers,
  Asked,
  EventsThreadSettings,
  Measured,
  Question,
  ThreadCommand,
  ThreadReport,
} from './thread-protocol.ts';

export interface ThreadOptions {
  /** File that calls runEventsThread. */
  readonly file: URL;
  readonly settings: EventsThreadSettings;
  wake(service: ServiceName): void;
  measured(measured: Measured): void;
}

export type Ask = <Q extends Question>(
  service: ServiceName,
  question: Q,
  maxAgeMs?: number,
) => Promise<Answers[Q]>;

/** One start of the thread. */
export interface Thread {
  /**
   * @throws AppError the failure that the thread reports; UNAVAILABLE EVENTS_ENDED when the thread has ended, or ends
   *   before it answers
   */
  ask: Ask;
  send(command: ThreadCommand): void;
  /** Resolves when the thread has ended, to the cause. */
  readonly ended: Promise<unknown>;
  /** @param why the cause to report, unless the thread itself failed */
  terminate(why?: unknown): Promise<void>;
}

/** Pending calls, by question and call number. */
type Waiting = { readonly [Q in Question]: Map<number, PromiseWithResolvers<Answers[Q]>> };

export function startThread({ file, settings, wake, measured }: ThreadOptions): Thread {
  const worker = new Worker(file, { name: 'events', env: threadEnv(), workerData: settings });
  const waiting = nobodyWaits();
  let last = 0;
  const onReport = (message: ThreadReport) => {
    if (message.says === 'wake') return wake(message.service);
    if (message.says === 'measured') return measured(message);
    if (message.says === 'answer') resolveOf(waiting, message);
    else waiting[message.question].get(message.call)?.reject(errorOf(message.failure));
    waiting[message.question].delete(message.call);
  };
  worker.on('message', onReport);
  const gone = Promise.withResolvers<unknown>();
  let isGone = false;
  let fault: unknown;
  worker.on('error', (thrown: unknown) => {
    fault = thrown;
  });
  worker.once('exit', (code) => {
    isGone = true;
    fault ??= new Error(`The thread has ended with ${code}`);
    for (const calls of Object.values(waiting))
      for (const asked of calls.values()) asked.reject(threadEnded(fault));
    gone.resolve(fault);
  });
  const send = (command: ThreadCommand) => worker.postMessage(command);
  return {
    send,
    ended: gone.promise,
    ask<Q extends Question>(service: ServiceName, question: Q, maxAgeMs?: number) {
      if (isGone) return Promise.reject(threadEnded(fault));
      last += 1;
      const asked: Asked = { call: last, service, question, maxAgeMs };
      const answer = Promise.withResolvers<Answers[Q]>();
      waiting[question].set(last, answer);
      send({ does: 'ask', ...asked });
      return answer.promise;
    },
    async terminate(why) {
      fault ??= why;
      await worker.terminate();
    },
  };
}

function nobodyWaits(): Waiting {
  return {
    start: new Map(),
    backlog: new Map(),
    lag: new Map(),
    stopped: new Map(),
    replayParked: new Map(),
    flush: new Map(),
    stop: new Map(),
  };
}

function resolveOf<Q extends Question>(waiting: Waiting, { question, call, answer }: Answered<Q>): void {
  waiting[question].get(call)?.resolve(answer);
}

export const EVENTS_ENDED = 'EVENTS_ENDED';

export const threadEnded = (cause?: unknown) =>
  unavailable(EVENTS_ENDED, 'A part of the vault is not running', { cause });
