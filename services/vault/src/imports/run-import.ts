import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { purposesOf } from '../consents/consent.ts';
import { acceptedConsent } from '../consents/consent-rpc.ts';
import { inWholeRuns, type WholeRuns } from './broken-quotes.ts';
import { mapperOf } from './file-plan.ts';
import { type ImportAuthorityDeps, obstacleOf, onBehalf } from './import-authority.ts';
import { endImport, findImport, type ImportEnd } from './import-store.ts';
import { type ClaimedImport, setRunning } from './job-store.ts';
import { isAboutSamePeople, type JudgedRows, judgeInSlices } from './judge-rows.ts';
import { rowBatches } from './row-batches.ts';
import { rowSigns, swallowingColumn } from './row-signs.ts';
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
      if (!(await writeRows(deps, claim, file, isOver))) return;
      await deps.db.tenant({ companies: [claim.companyId] }, (tx) => finishImport(deps, tx, claim, DONE));
    } catch (error) {
      throw new RowsFailed(error);
    }
  };

/** How an import ends when no row is left to read. */
type End = Pick<ImportEnd, 'status' | 'reason' | 'from'>;
const DONE: End = { status: 'done', reason: '' };

/** True when the file was read to its end, and only its end is left to note. */
async function writeRows(
  deps: RunImportDeps,
  claim: ClaimedImport,
  file: OpenedFile,
  isOver: () => boolean,
): Promise<boolean> {
  const { plan } = file;
  const consent = acceptedConsent(ConsentDetails.decode(claim.consent), claim.createdAt);
  const signs = rowSigns(plan);
  const rules = {
    mapRow: mapperOf(plan),
    onInvalid: claim.onInvalid,
    dateOrder: plan.dateOrder,
    purposes: purposesOf(consent),
    // In objects, line ends mean nothing.
    swallowing: plan.mediaType === 'text/csv' ? swallowingColumn(signs, plan.separator) : () => undefined,
  };
  const batches = inWholeRuns(rowBatches(file, plan, claim.position), signs);
  return await writeBatches(deps, { claim, consent, rules }, batches, isOver);
}

/**
 * Processes two batches at a time: one is encrypted while the database commits the other. They are committed in order,
 * and batches that share a person one after the other. True when no batch is left.
 */
async function writeBatches(
  deps: RunImportDeps,
  run: Pick<BatchContext, 'claim' | 'consent' | 'rules'>,
  batches: AsyncIterable<WholeRuns>,
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
      const { brokenFrom: from } = batch;
      const end: End | undefined = from && { status: 'failed', reason: 'QUOTES_BROKEN', from };
      const finish = end && ((tx: Tx) => finishImport(deps, tx, run.claim, end));
      const done = writeBatch(deps, { ...run, ctx: onBehalf(deps, run.claim), turn, lap, finish }, judged);
      // Its error is thrown at the await; this avoids an unhandled rejection until then.
      done.catch(() => undefined);
      before = { judged, done };
      firstRow += batch.rows.length;
      await turn;
      if (end !== undefined || isOver()) return false;
      if (deps.conflicts.isStopped(ctx, run.claim.companyId)) return false;
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

/** No row is left to read: destroys the chunks and the key. */
async function finishImport(
  deps: Pick<RunImportDeps, 'self'>,
  tx: Tx,
  claim: ClaimedImport,
  end: End,
): Promise<void> {
  const { companyId, importId: id } = claim;
  if (!(await endImport(tx, { companyId, id, ...end }))) return;
  await publishEnd(deps, tx, claim, end.status === 'done' ? 'import_finish' : 'import_fail');
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
