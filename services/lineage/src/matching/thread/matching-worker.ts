import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { failureOf, plain } from '@pii-vault/platform/core/errors/failure';
import { lowerThreadPriority } from '@pii-vault/platform/core/threads/thread-priority';
import { openDatabase } from '@pii-vault/platform/postgres/open-database';
import { disclosureOf } from '../../disclosure/cross-pairs/disclosure.ts';
import { EdgeIds } from '../../links/edge-ids.ts';
import { storeKeys } from '../../spaces/keys/store-keys.ts';
import { keptPools } from '../bulk/kept-pools.ts';
import { importWatch } from '../import-watch.ts';
import { matchTurn } from '../match-turn.ts';
import type { MatchDeps } from '../match-worker.ts';
import { loadModels } from '../models.ts';
import { throttledCompanies } from '../throttled-companies.ts';
import { callsOf } from './thread-calls.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-protocol.ts';

/** Two concurrent batches, and one spare. */
const CONNECTIONS = 3;

lowerThreadPriority();
const { database, models, ...settings }: ThreadSettings = workerData;
const say = (said: FromThread): void => parentPort?.postMessage(said);
const calls = callsOf(say);
const db = openDatabase({
  service: 'lineage',
  ...database,
  maxConnections: 1,
  maxSystemConnections: CONNECTIONS,
  log: {
    warn: (message, fields) =>
      say({ says: 'warned', message, cause: fields?.err instanceof Error ? plain(fields.err) : undefined }),
  },
});
db.onOutboxCommit(() => say({ says: 'wrote outbox' }));

const deps: MatchDeps = {
  db,
  self,
  models: loadModels(new URL(models)),
  features: calls.features,
  keys: storeKeys(calls.crypto, self),
  edgeIds: new EdgeIds(db),
  disclosure: disclosureOf(settings.budgets),
  matchBatch: settings.matchBatch,
  bulkFrom: settings.bulkFrom,
  learnFrom: settings.learnFrom,
  pools: keptPools(),
  imports: importWatch(),
  throttled: throttledCompanies(settings.suspendedRestMs),
};
let stopping = new AbortController();

parentPort?.on('message', (message: ToThread) => {
  switch (message.does) {
    case 'turn':
      stopping = new AbortController();
      matchTurn(deps, stopping.signal).then(
        (isMoreComing) => say({ says: 'turned', isMoreComing }),
        (thrown: unknown) => say({ says: 'failed', failure: failureOf(thrown) }),
      );
      return;
    case 'stop turn':
      stopping.abort();
      return;
    default:
      calls.hear(message);
  }
});

const never = new AbortController().signal;

/** Names the service in trail entries. It proves nothing: the main thread makes the calls (matching-thread.ts). */
function self(options: { readonly company?: number; readonly deadlineMs?: number } = {}): Ctx {
  return {
    requestId: randomUUID(),
    deadlineAt: Date.now() + (options.deadlineMs ?? 0),
    caller: { kind: 'service', service: 'lineage', company: options.company ?? 'system' },
    ipAddress: '',
    userAgent: '',
    idempotencyKey: undefined,
    credential: { tokenFor: () => Promise.reject(new Error('A thread has no credential')) },
    signal: never,
  };
}
