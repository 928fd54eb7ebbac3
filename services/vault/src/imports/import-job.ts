import { randomUUID } from 'node:crypto';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { PostgresFailure } from '@pii-vault/platform/postgres/postgres-failure';
import { endImport } from './import-store.ts';
import {
  type ClaimedImport,
  claimImport,
  findBrokenUploads,
  type Pause,
  pauseImport,
  releaseImport,
  triesOf,
} from './job-store.ts';
import { Obstacle, publishEnd, RowsFailed, type RunImportDeps, runImport } from './run-import.ts';

export interface ImportJobDeps extends RunImportDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
  readonly log: Logger;
}

/** Time after which the next import in the queue has its turn, so that a large file does not block others. */
const TURN_MS = 5_000;

// The following three do not count as attempts.
/** Retry interval of an import whose author lost the permission or whose company is closed. */
const OBSTACLE_REST_SECONDS = 30;
/** Pause of an import after a fault outside the file (database or key store unavailable). */
const TROUBLE_REST_SECONDS = 5;
/** Another process changed what was read; the retry reads it again. */
const CONFLICT_REST_SECONDS = 1;
/**
 * Attempts at a position at which an import fails or its process dies, with pauses of 2, 4, 8 and 16 s between them.
 * After the last one the import has failed, and accepted rows stay. A committed batch is a new position.
 */
export const MAX_TRIES = 5;

/**
 * Turns in a row that ended with their process before they made progress. After the last one the import has failed,
 * because each of them may have stopped everybody's work. A few may be due to outages that follow one another.
 */
export const MAX_LOST_TURNS = 4;

/** The import made no progress in its last turns. */
class NoProgress extends Error {}

const TROUBLE: ReadonlySet<string> = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'RESOURCE_EXHAUSTED',
  'CANCELLED',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
]);

/**
 * One round of the background job: fails broken uploads, then gives imports their turns until none is waiting. Any
 * number of processes may run it: an import is leased to one, and a batch is only written under the lease.
 */
export const importJob = (deps: ImportJobDeps) => {
  const holder = randomUUID();
  const run = runImport(deps);
  /**
   * Turns whose end could not be written, because the database was unavailable: otherwise they would count as attempts.
   */
  const unsettled: Array<() => Promise<void>> = [];
  return async (signal: AbortSignal): Promise<void> => {
    for (let next = unsettled[0]; next !== undefined; next = unsettled[0]) {
      await next();
      unsettled.shift();
    }
    await failBrokenUploads(deps);
    while (!signal.aborted) {
      const claim = await deps.db.system((tx) => claimImport(tx, holder));
      if (claim === undefined) return;
      const turnEndsAt = performance.now() + TURN_MS;
      try {
        if (claim.lostTurns >= MAX_LOST_TURNS || claim.tries > MAX_TRIES) throw new NoProgress();
        await run(claim, () => signal.aborted || performance.now() > turnEndsAt);
        await inCompany(deps, claim, (tx) => releaseImport(tx, claim));
      } catch (error) {
        const end = () => settle(deps, claim, error);
        await end().catch((failure: unknown) => {
          unsettled.push(end);
          throw failure;
        });
      }
    }
  };
};

const inCompany = <T>(deps: ImportJobDeps, claim: ClaimedImport, work: (tx: Tx) => Promise<T>): Promise<T> =>
  deps.db.tenant({ companies: [claim.companyId] }, work);

async function failBrokenUploads(deps: ImportJobDeps): Promise<void> {
  const broken = await deps.db.system(findBrokenUploads);
  for (const { companyId, importId } of broken) {
    await deps.db.tenant({ companies: [companyId] }, (tx) =>
      endImport(tx, { companyId, id: importId, status: 'failed', reason: 'UPLOAD_BROKEN' }),
    );
  }
}

/** Handles a failed turn: pauses the import, or fails it when its file is the cause. */
async function settle(deps: ImportJobDeps, claim: ClaimedImport, thrown: unknown): Promise<void> {
  if (thrown instanceof Obstacle) {
    const pause = { reason: thrown.reason, restSeconds: OBSTACLE_REST_SECONDS, counts: false };
    return await inCompany(deps, claim, (tx) => pauseImport(tx, claim, pause));
  }
  if (thrown instanceof NoProgress) {
    const { companyId, importId, tries, lostTurns } = claim;
    deps.log.error('import without progress ended', { companyId, importId, tries, lostTurns });
    return await inCompany(deps, claim, (tx) => failImport(deps, tx, claim, 'NO_PROGRESS'));
  }
  const error = AppError.from(thrown instanceof RowsFailed ? thrown.cause : thrown);
  if (error.reason === 'IMPORT_LEASE_LOST') return;
  const { companyId, importId } = claim;
  deps.log.warn('import turn failed', { companyId, importId, reason: error.reason, err: error });
  await inCompany(deps, claim, async (tx) => {
    const tries = await triesOf(tx, claim);
    const failure = failureOf(error, thrown, tries);
    if (failure === undefined) return await pauseImport(tx, claim, pauseAfter(error, thrown, tries));
    await failImport(deps, tx, claim, failure);
  });
}

/** Why the import has failed permanently; undefined when it is retried. */
function failureOf(error: AppError, thrown: unknown, tries: number): string | undefined {
  if (error.code === 'DATA_LOSS' || error.reason === 'IMPORT_HEADER') return error.reason;
  if (!isFilesFault(error, thrown)) return undefined;
  return tries < MAX_TRIES ? undefined : 'ROWS_NOT_STORED';
}

/** SQLSTATE classes of a database that is unavailable, out of resources, or incompatible. */
const DATABASE_TROUBLE = /^(08|25|28|42|53|55|57|58)/;

function isFilesFault({ code, cause }: AppError, thrown: unknown): boolean {
  if (!(thrown instanceof RowsFailed) || code === 'ABORTED' || TROUBLE.has(code)) return false;
  return !(cause instanceof PostgresFailure && DATABASE_TROUBLE.test(cause.sqlState));
}

function pauseAfter(error: AppError, thrown: unknown, tries: number): Pause {
  if (isFilesFault(error, thrown)) return { reason: error.reason, restSeconds: 2 ** tries, counts: true };
  if (error.code === 'ABORTED') return { reason: '', restSeconds: CONFLICT_REST_SECONDS, counts: false };
  return { reason: error.reason, restSeconds: TROUBLE_REST_SECONDS, counts: false };
}

/** @throws nothing when the import was cancelled meanwhile: it has already ended */
async function failImport(
  deps: Pick<ImportJobDeps, 'self'>,
  tx: Tx,
  claim: ClaimedImport,
  reason: string,
): Promise<void> {
  const { companyId, importId: id } = claim;
  if (!(await endImport(tx, { companyId, id, status: 'failed', reason }))) return;
  await publishEnd(deps, tx, claim, 'import_fail');
}
