import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { purposesOf } from '../consents/consent.ts';
import { acceptedConsent } from '../consents/consent-rpc.ts';
import { mapperOf } from './file-plan.ts';
import { type ImportAuthorityDeps, obstacleOf, onBehalf } from './import-authority.ts';
import { endImport, findImport } from './import-store.ts';
import { type ClaimedImport, setRunning } from './job-store.ts';
import { isAboutSamePeople, type JudgedRows, judgeInSlices } from './judge-rows.ts';
import type { Row } from './row.ts';
import { type Batch, rowBatches } from './row-batches.ts';
import { type RunSurveyDeps, runSurvey } from './run-survey.ts';
import { type OpenedFile, openFile, type StoredFileDeps } from './stored-file.ts';
import { type BatchContext, type WriteBatchDeps, writeBatch } from './write-batch.ts';

export interface RunImportDeps extends WriteBatchDeps, ImportAuthorityDeps, StoredFileDeps, RunSurveyDeps {
  readonly db: Pick<Database, 'tenant'>;
}

/** Why an import cannot continue, for reasons outside its file; it is paused. */
export class Obstacle extends Error {
  /** UPPER_SNAKE. */
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.name = 'Obstacle';
    this.reason = reason;
  }
}

/** Errors while the file was read and its rows were written: the file may be the cause. */
export class RowsFailed extends Error {
  constructor(cause: unknown) {
    super('The rows of an import failed', { cause });
    this.name = 'RowsFailed';
  }
}

/**
 * Works on an import until `isOver` ends the turn, or the file ends. First checks the authoriser's permission and the
 * company's status, and surveys the file for what holds it.
 * @throws Obstacle when it may not continue (obstacleOf); RowsFailed for errors of rows; AppError IMPORT_LEASE_LOST
 * when the import was cancelled or taken over; IntegrityError when a stored byte changed
 */
export const runImport =
  (deps: RunImportDeps) =>
  async (claim: ClaimedImport, isOver: () => boolean): Promise<void> => {
    const obstacle = await obstacleOf(deps, claim);
    if (obstacle !== undefined) throw new Obstacle(obstacle);
    await deps.db.tenant({ companies: [claim.companyId] }, (tx) => setRunning(tx, claim));
    const file = await openFile(deps, claim);
    try {
      if (!claim.isSurveyed && !(await runSurvey(deps, claim, file, isOver))) return;
      if (await writeRows(deps, claim, file, isOver)) await finishImport(deps, claim);
    } catch (error) {
      throw new RowsFailed(error);
    }
  };

/** False when the turn ended before the file. */
async function writeRows(
  deps: RunImportDeps,
  claim: ClaimedImport,
  file: OpenedFile,
  isOver: () => boolean,
): Promise<boolean> {
  const { plan } = file;
  const consent = acceptedConsent(ConsentDetails.decode(claim.consent), claim.createdAt);
  const rules = {
    mapRow: mapperOf(plan),
    onInvalid: claim.onInvalid,
    dateOrder: plan.dateOrder,
    purposes: purposesOf(consent),
  };
  const batches = rowBatches(file, plan, claim.position);
  return await writeBatches(deps, { claim, consent, rules }, batches, isOver);
}

/**
 * Processes two batches at a time: one is encrypted while the database commits the other. They are committed in order,
 * and batches that share a person one after the other. False when the turn ended before the file.
 */
async function writeBatches(
  deps: RunImportDeps,
  run: Pick<BatchContext, 'claim' | 'consent' | 'rules'>,
  batches: AsyncIterable<Batch<Row>>,
  isOver: () => boolean,
): Promise<boolean> {
  const lap = stopwatch();
  const ctx = onBehalf(deps, run.claim);
  let firstRow = run.claim.processed + 1;
  let before: { readonly judged: JudgedRows; readonly done: Promise<void> } | undefined;
  try {
    for await (const batch of batches) {
      const judged = await judgeInSlices(run.rules, batch, firstRow, new Date());
      if (before !== undefined && isAboutSamePeople(before.judged, judged)) await before.done;
      const turn = before?.done ?? Promise.resolve();
      const done = writeBatch(deps, { ...run, ctx: onBehalf(deps, run.claim), turn, lap }, judged);
      // Its error is thrown at the await; this avoids an unhandled rejection until then.
      done.catch(() => undefined);
      before = { judged, done };
      firstRow += batch.rows.length;
      await turn;
      if (isOver() || deps.conflicts.isStopped(ctx, run.claim.companyId)) return false;
      if (deps.importAnswers.isStopped(ctx, run.claim.companyId)) return false;
    }
    return true;
  } finally {
    await before?.done;
  }
}

/** Returns the ms since its last call. */
function stopwatch(): () => number {
  let at = performance.now();
  return () => {
    const from = at;
    at = performance.now();
    return Math.round(at - from);
  };
}

/** End of the file: destroys the chunks and the key. */
async function finishImport(deps: Pick<RunImportDeps, 'db' | 'self'>, claim: ClaimedImport): Promise<void> {
  const { companyId, importId: id } = claim;
  await deps.db.tenant({ companies: [companyId] }, async (tx) => {
    if (!(await endImport(tx, { companyId, id, status: 'done', reason: '' }))) return;
    await publishEnd(deps, tx, claim, 'import_finish');
  });
}

/** Records the import's end in the trail, in the transaction that ends it. */
export async function publishEnd(
  deps: Pick<RunImportDeps, 'self'>,
  tx: Tx,
  claim: ClaimedImport,
  action: 'import_finish' | 'import_fail',
): Promise<void> {
  const { companyId, importId: id } = claim;
  const { processed = 0, accepted = 0, rejected = 0 } = (await findImport(tx, id)) ?? {};
  await tx.publish(
    auditMessage('vault', onBehalf(deps, claim), {
      action,
      companyId,
      objectIds: { importId: String(id) },
      counts: { processed, accepted, rejected },
    }),
  );
}
