import { randomUUID } from 'node:crypto';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { Logger } from '@pii-vault/platform/log/log';
import { endImport } from './import-store.ts';
import {
  type ClaimedImport,
  claimImport,
  findBrokenUploads,
  releaseImport,
  setWorking,
} from './job-store.ts';
import { type RunImportDeps, runImport } from './run-import.ts';

export interface ImportJobDeps extends RunImportDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
  readonly log: Logger;
}

/** After this long the next import in the queue has its turn, so that a large file does not keep others waiting. */
const TURN_MS = 5_000;
/** Trouble that passes (a dependency down, a lock): the import rests this long. */
const REST_SECONDS = 5;

const PASSING: ReadonlySet<string> = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'ABORTED',
  'RESOURCE_EXHAUSTED',
  'CANCELLED',
]);

/**
 * One round of the background job: uploads that broke off are failed, then imports have their turns until none is
 * waiting. Any number of processes may run it: an import is leased to one, and a batch is only written under the lease.
 */
export const importJob = (deps: ImportJobDeps) => {
  const holder = randomUUID();
  const run = runImport(deps);
  return async (signal: AbortSignal): Promise<void> => {
    await failBrokenUploads(deps);
    while (!signal.aborted) {
      const claim = await deps.db.system((tx) => claimImport(tx, holder));
      if (claim === undefined) return;
      const turnEndsAt = performance.now() + TURN_MS;
      try {
        await run(claim, () => signal.aborted || performance.now() > turnEndsAt);
        await release(deps, claim, 0);
      } catch (error) {
        await settle(deps, claim, error);
      }
    }
  };
};

async function failBrokenUploads(deps: ImportJobDeps): Promise<void> {
  const broken = await deps.db.system(findBrokenUploads);
  for (const { companyId, importId } of broken) {
    await deps.db.tenant({ companies: [companyId] }, (tx) =>
      endImport(tx, { companyId, id: importId, status: 'failed', reason: 'UPLOAD_BROKEN' }),
    );
  }
}

async function release(deps: ImportJobDeps, claim: ClaimedImport, restSeconds: number): Promise<void> {
  await deps.db.tenant({ companies: [claim.companyId] }, (tx) => releaseImport(tx, claim, restSeconds));
}

/** What becomes of an import whose turn failed: it rests, it fails when its file is damaged, else it is paused. */
async function settle(deps: ImportJobDeps, claim: ClaimedImport, thrown: unknown): Promise<void> {
  const error = AppError.from(thrown);
  const { companyId, importId } = claim;
  if (error.reason === 'IMPORT_LEASE_LOST') return;
  deps.log.warn('import turn failed', { companyId, importId, reason: error.reason, err: error });
  if (PASSING.has(error.code)) return await release(deps, claim, REST_SECONDS);
  await deps.db.tenant({ companies: [companyId] }, async (tx) => {
    if (error.code === 'DATA_LOSS') {
      await endImport(tx, { companyId, id: importId, status: 'failed', reason: error.reason });
    } else {
      await setWorking(tx, claim, 'paused', error.reason);
      await releaseImport(tx, claim, 0);
    }
  });
}
