import { Worker } from 'node:worker_threads';
import { internal } from '@pii-vault/platform/core/errors/app-error';
import { errorOf, failureOf } from '@pii-vault/platform/core/errors/failure';
import { threadEnv } from '@pii-vault/platform/core/threads/thread-env';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { FeaturesService } from '@pii-vault/proto/vault/v1/features';
import type { FromThread, ThreadSettings, ToThread } from './thread-protocol.ts';

/** Runs matching in a thread with its own connections, so that it does not block the event loop of requests. */
export interface MatchingThread {
  /**
   * Runs one turn (match-turn.ts). Restarts a dead thread. @returns whether the queue may have more work
   * @throws AppError of the turn, INTERNAL MATCHING_ENDED when the thread dies
   */
  turn(signal: AbortSignal): Promise<boolean>;
  /** Ends the thread at once; uncommitted work of a turn is rolled back. */
  stop(): Promise<void>;
}

/**
 * Size of the young generation. Each collection of it copies the thread's long-lived records: a larger one makes the
 * slowest records slower (scripts/matching/evaluate/SPEED.md).
 */
export const MATCHING_YOUNG_MB = 12;

export type ThreadKit = Pick<ModuleKit, 'client' | 'self' | 'log' | 'db'>;

interface Running {
  readonly worker: Worker;
  turn: PromiseWithResolvers<boolean> | undefined;
}

export function matchingThread(kit: ThreadKit, settings: ThreadSettings): MatchingThread {
  let running: Running | undefined;
  const start = (): Running => {
    const worker = new Worker(new URL('./matching-worker.ts', import.meta.url), {
      name: 'matching',
      env: threadEnv(),
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: MATCHING_YOUNG_MB },
    });
    worker.unref();
    const answer = caller(kit, worker);
    const own: Running = { worker, turn: undefined };
    worker.on('message', (said: FromThread) => hear(kit, own, said, answer));
    const end = (cause?: unknown) => {
      if (running === own) running = undefined;
      own.turn?.reject(ended(cause));
      own.turn = undefined;
    };
    worker.on('error', end);
    worker.once('exit', () => end());
    return own;
  };
  return {
    async turn(signal) {
      running ??= start();
      const own = running;
      const turn = Promise.withResolvers<boolean>();
      own.turn = turn;
      const stop = () => tell(own.worker, { does: 'stop turn' });
      tell(own.worker, { does: 'turn' });
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      return await turn.promise.finally(() => signal.removeEventListener('abort', stop));
    },
    async stop() {
      await running?.worker.terminate();
    },
  };
}

function hear(
  kit: ThreadKit,
  own: Running,
  said: FromThread,
  answer: (call: CallSaid) => Promise<void>,
): void {
  switch (said.says) {
    case 'turned':
      own.turn?.resolve(said.isMoreComing);
      own.turn = undefined;
      return;
    case 'failed':
      own.turn?.reject(errorOf(said.failure));
      own.turn = undefined;
      return;
    case 'call':
      void answer(said);
      return;
    case 'wrote outbox':
      // Wakes the relay of this process, instead of waiting for its next poll.
      kit.db.system(async (tx) => tx.wroteOutbox()).catch(() => undefined);
      return;
    case 'warned':
      kit.log.warn(said.message, said.cause === undefined ? {} : { err: said.cause });
  }
}

type CallSaid = Extract<FromThread, { says: 'call' }>;

const asItIs = (bytes: Buffer): Buffer => bytes;
const encoded = { requestSerialize: asItIs, responseDeserialize: asItIs };

/** Makes the thread's calls with the service's token. Messages pass as bytes; the thread decodes them. */
function caller({ client, self }: ThreadKit, worker: Worker): (call: CallSaid) => Promise<void> {
  const vault = client({ pull: { ...FeaturesService.pullFeatures, ...encoded } }, 'vault');
  const crypto = client({ open: { ...KeysService.openStoreKeys, ...encoded } }, 'crypto');
  return async ({ call, name, company, deadlineMs, request }) => {
    const ctx = self({ deadlineMs, ...(company === null ? {} : { company }) });
    const bytes = Buffer.from(request.buffer, request.byteOffset, request.length);
    try {
      const messages: Uint8Array[] = [];
      if (name === 'openStoreKeys') messages.push(await crypto.open(ctx, bytes));
      else for await (const message of vault.pull(ctx, bytes)) messages.push(message);
      tell(worker, { does: 'answer', call, messages });
    } catch (thrown) {
      tell(worker, { does: 'fail', call, failure: failureOf(thrown) });
    }
  };
}

const tell = (worker: Worker, message: ToThread): void => worker.postMessage(message);

const ended = (cause: unknown) => internal('MATCHING_ENDED', 'Something went wrong on our side', { cause });
