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

/** After this long the next import in the queue has its turn, so that a large file does not keep others waiting. */
const TURN_MS = 5_000;

// The following three do not count as tries.
/** An import whose author's right is lost or whose company is closed is asked again after this time. */
const OBSTACLE_REST_SECONDS = 30;
/** Trouble that is not the file's (the database away, the key store away): the import is paused this long. */
const TROUBLE_REST_SECONDS = 5;
/** Somebody else changed what was read; the next try reads it again. */
const CONFLICT_REST_SECONDS = 1;
/**
 * A position at which an import fails by itself, or its process dies, is tried this often, with rests of 2, 4, 8 and
 * 16 s between; then the import has failed, and what was accepted before stays. A batch that commits is a new position.
 */
export const MAX_TRIES = 5;

const TROUBLE: ReadonlySet<string> = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'RESOURCE_EXHAUSTED',
  'CANCELLED',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
]);

/**
 * One round of the background job: uploads that broke off are failed, then imports have their turns until none is
 * waiting. Any number of processes may run it: an import is leased to one, and a batch is only written under the lease.
 */
export const importJob = (deps: ImportJobDeps) => {
  const holder = randomUUID();
  const run = runImport(deps);
  /** Turns whose end could not be written, with the database away: a try that is not excused would count. */
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
        // The tries before ended with their process, or it would have been failed then.
        if (claim.tries > MAX_TRIES) throw new RowsFailed(undefined);
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

/** What becomes of an import whose turn failed: it is paused, or it has failed when its file is at fault. */
async function settle(deps: ImportJobDeps, claim: ClaimedImport, thrown: unknown): Promise<void> {
  if (thrown instanceof Obstacle) {
    const pause = { reason: thrown.reason, restSeconds: OBSTACLE_REST_SECONDS, counts: false };
    return await inCompany(deps, claim, (tx) => pauseImport(tx, claim, pause));
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

/** Why the import has failed for good; undefined: it is tried again. */
function failureOf(error: AppError, thrown: unknown, tries: number): string | undefined {
  if (error.code === 'DATA_LOSS' || error.reason === 'IMPORT_HEADER') return error.reason;
  if (!isFilesFault(error, thrown)) return undefined;
  return tries < MAX_TRIES ? undefined : 'ROWS_NOT_STORED';
}

/** SQLSTATE classes of a database that is away, out of something, or not the one that this software expects. */
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

/** @throws nothing when the import was cancelled meanwhile: it has ended already */
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
