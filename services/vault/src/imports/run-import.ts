import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Database } from '@pii-vault/platform/db/database';
import { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { acceptedConsent } from '../consents/consent-rpc.ts';
import { IntegrityError } from '../envelope/integrity-error.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { isKeyNotLive } from '../keys/opened-keys.ts';
import { mapperOf, planFromJson } from './file-plan.ts';
import { type ImportAuthorityDeps, obstacleOf, onBehalf } from './import-authority.ts';
import { keyMoved } from './import-errors.ts';
import { ImportKey } from './import-key.ts';
import { endImport, findImport } from './import-store.ts';
import { type ClaimedImport, keyVersionOf, readChunk, setWorking } from './job-store.ts';
import { isAboutSamePeople, type JudgedRows, judgeInTurns } from './judge-rows.ts';
import type { Row } from './row.ts';
import { rowBatches, type StoredFile } from './row-batches.ts';
import { type BatchContext, type WriteBatchDeps, writeBatch } from './write-batch.ts';

export interface RunImportDeps extends WriteBatchDeps, ImportAuthorityDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: Pick<CompanyKeys, 'fieldKeyVersion'>;
}

/**
 * Works on an import until `isOver` says that the turn ends, or the file does. Before anything is written the
 * authoriser's right and the company's state are asked again; without them the import is paused.
 * @throws AppError IMPORT_LEASE_LOST when it was cancelled or taken over; IntegrityError when a stored byte changed
 */
export const runImport =
  (deps: RunImportDeps) =>
  async (claim: ClaimedImport, isOver: () => boolean): Promise<void> => {
    const obstacle = await obstacleOf(deps, claim);
    const scope = { companies: [claim.companyId] };
    await deps.db.tenant(scope, (tx) =>
      setWorking(tx, claim, obstacle === undefined ? 'running' : 'paused', obstacle ?? ''),
    );
    if (obstacle !== undefined) return;
    const key = await openClaimedKey(deps, claim);
    const plan = planFromJson(key.openPlan(claim.plan));
    const consent = acceptedConsent(ConsentDetails.decode(claim.consent), claim.createdAt);
    const rules = { mapRow: mapperOf(plan), onInvalid: claim.onInvalid };
    const file = storedFile(deps, claim, key);
    const batches = rowBatches(file, plan, claim.bytesRead);
    const isWhole = await writeBatches(deps, { claim, consent, rules }, batches, isOver);
    if (isWhole) await finishImport(deps, claim);
  };

/** @throws AppError ABORTED IMPORT_KEY_MOVED when the key was rewrapped since the claim: to be claimed again */
async function openClaimedKey(
  deps: Pick<RunImportDeps, 'db' | 'keys'>,
  claim: ClaimedImport,
): Promise<ImportKey> {
  try {
    const fieldKey = await deps.keys.fieldKeyVersion(claim.companyId, claim.fieldKeyVersion);
    return ImportKey.open(claim, fieldKey, claim.wrappedKey);
  } catch (error) {
    const version = isKeyNotLive(error)
      ? await deps.db.tenant({ companies: [claim.companyId] }, (tx) => keyVersionOf(tx, claim))
      : claim.fieldKeyVersion;
    throw version === claim.fieldKeyVersion ? error : keyMoved();
  }
}

/**
 * Two batches are under way at a time: one is encrypted while the database commits the other. They are committed in
 * order, and batches about the same people one after the other. False: the turn ended before the file did.
 */
async function writeBatches(
  deps: RunImportDeps,
  run: Pick<BatchContext, 'claim' | 'consent' | 'rules'>,
  batches: AsyncIterable<Row[]>,
  isOver: () => boolean,
): Promise<boolean> {
  const lap = stopwatch();
  let firstRow = run.claim.processed + 1;
  let before: { readonly judged: JudgedRows; readonly done: Promise<void> } | undefined;
  try {
    for await (const rows of batches) {
      const judged = await judgeInTurns(run.rules, rows, firstRow, new Date());
      if (before !== undefined && isAboutSamePeople(before.judged, judged)) await before.done;
      const turn = before?.done ?? Promise.resolve();
      const done = writeBatch(deps, { ...run, ctx: onBehalf(deps, run.claim), turn, lap }, judged);
      // Its failure is told where it is awaited; until then it must not count as unhandled.
      done.catch(() => undefined);
      before = { judged, done };
      firstRow += rows.length;
      await turn;
      if (isOver()) return false;
    }
    return true;
  } finally {
    await before?.done;
  }
}

/** Answers the ms since it was last asked. */
function stopwatch(): () => number {
  let at = performance.now();
  return () => {
    const from = at;
    at = performance.now();
    return Math.round(at - from);
  };
}

function storedFile(deps: Pick<RunImportDeps, 'db'>, claim: ClaimedImport, key: ImportKey): StoredFile {
  return {
    chunkCount: claim.chunkCount,
    async chunk(index) {
      const sealed = await deps.db.tenant({ companies: [claim.companyId] }, (tx) =>
        readChunk(tx, claim, index),
      );
      if (sealed === undefined) throw new IntegrityError();
      return key.openChunk(index, sealed);
    },
  };
}

/** The end of the file: the chunks and the key are destroyed. */
async function finishImport(deps: Pick<RunImportDeps, 'db' | 'self'>, claim: ClaimedImport): Promise<void> {
  const { companyId, importId: id } = claim;
  await deps.db.tenant({ companies: [companyId] }, async (tx) => {
    if (!(await endImport(tx, { companyId, id, status: 'done', reason: '' }))) return;
    const ended = await findImport(tx, id);
    const { processed = 0, accepted = 0, rejected = 0 } = ended ?? {};
    await tx.publish(
      auditMessage('vault', onBehalf(deps, claim), {
        action: 'import_finish',
        companyId,
        objectIds: { importId: String(id) },
        counts: { processed, accepted, rejected },
      }),
    );
  });
}
