import { createHmac } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { ignoredColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import type { MapImportRequest } from '@pii-vault/proto/vault/v1/imports';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import type { OpenedKey } from '../keys/company-keys/opened-keys.ts';
import { lengthPrefixed } from '../keys/envelope/length-prefixed.ts';
import type { RandomPool } from '../keys/envelope/random-pool.ts';
import { answeredPlan, type HoldAnswer } from './answered-plan.ts';
import { checkedMapping } from './column-mapping.ts';
import { needsSurvey, planToJson } from './file-plan.ts';
import { type FindImportsDeps, getImport } from './find-imports.ts';
import { authoriserOf, type ImportSummary } from './import.ts';
import { importFinished, importNotHeld } from './import-errors.ts';
import { dateOrderOf, unmappedOf } from './import-options.ts';
import { answerImport, findAnswer, findImport, findSealedFile, type ImportAnswer } from './import-store.ts';
import { openRefusals, sampleColumns } from './sample-columns.ts';
import { type OpenedFile, openFile, type StoredFileDeps } from './stored-file.ts';

export interface MapImportDeps extends FindImportsDeps, StoredFileDeps {
  readonly db: FindImportsDeps['db'];
  readonly keys: StoredFileDeps['keys'] & Pick<CompanyKeys, 'indexKey' | 'indexKeys'>;
  readonly random: RandomPool;
  /** Called when the job has work. */
  readonly wake: () => void;
}

/**
 * Answers the questions of a held import and resumes it with the caller's permission. Repeating the last answer changes
 * nothing, in any status of the import.
 * @throws AppError NOT_FOUND, IMPORT_OPTIONS, IMPORT_MAPPING, IMPORT_NOT_HELD, IMPORT_FINISHED
 */
export const mapImport =
  (deps: MapImportDeps) =>
  async (ctx: Ctx, request: MapImportRequest): Promise<ImportSummary> => {
    const found = await getImport(deps)(ctx, request.id);
    const answer: HoldAnswer = {
      mapping: Object.keys(request.mapping).length === 0 ? undefined : checkedMapping(request.mapping),
      unmapped: unmappedOf(request.unmapped),
      dateOrder: dateOrderOf(request.dateOrder),
    };
    if (found.status === 'needs_mapping') {
      const next = await giveAnswer(deps, ctx, found, answer);
      deps.wake();
      return next;
    }
    if (await wasGiven(deps, found, answer)) return found;
    throw found.finishedAt === null ? importNotHeld() : importFinished();
  };

/** @throws AppError IMPORT_MAPPING; IMPORT_NOT_HELD when it was answered or cancelled meanwhile */
async function giveAnswer(
  deps: MapImportDeps,
  ctx: Ctx,
  { companyId, id }: ImportSummary,
  answer: HoldAnswer,
): Promise<ImportSummary> {
  const name = { companyId, importId: id };
  const scope = { companies: [companyId] };
  const sealed = await deps.db.tenant(scope, (tx) => findSealedFile(tx, name));
  if (sealed === undefined) throw importFinished();
  const file = await openFile(deps, sealed);
  const plan = answeredPlan(file.plan, answer, await refusalsOf(file, answer));
  const given: ImportAnswer = {
    plan: file.key.sealPlan(planToJson(plan), deps.random),
    former: sealed.plan,
    isSurveyed: !needsSurvey(plan),
    answer: macOf(await deps.keys.indexKey(companyId), answer),
    who: authoriserOf(ctx),
  };
  return await deps.db.tenant(scope, async (tx) => {
    if (!(await answerImport(tx, name, given))) throw importNotHeld();
    await tx.publish(
      auditMessage('vault', ctx, {
        action: 'import_map',
        companyId,
        objectIds: { importId: String(id) },
        counts: { columns: plan.columns.columns.length, ignored: ignoredColumns(plan.columns).length },
      }),
    );
    const next = await findImport(tx, id);
    if (next === undefined) throw notFound();
    return next;
  });
}

/** Columns that may say who refused consent, for an answer that would leave them out unnamed. */
async function refusalsOf(file: OpenedFile, { unmapped, mapping }: HoldAnswer): Promise<readonly string[]> {
  const { plan } = file;
  if (unmapped !== 'ignore' && plan.unmapped !== 'ignore') return [];
  const named = { ...plan, mapping: { ...plan.mapping, ...mapping } };
  return await openRefusals(named, await sampleColumns(file, plan));
}

/** Whether the import has this answer already, under any version of the index key. */
async function wasGiven(
  deps: MapImportDeps,
  { companyId, id }: ImportSummary,
  answer: HoldAnswer,
): Promise<boolean> {
  const former = await deps.db.tenant({ companies: [companyId] }, (tx) =>
    findAnswer(tx, { companyId, importId: id }),
  );
  if (former === undefined) return false;
  return (await deps.keys.indexKeys(companyId)).some((key) => macOf(key, answer).equals(former));
}

/** Only an HMAC of the answer is stored: column names are the caller's text. */
function macOf({ key }: OpenedKey, { mapping, unmapped, dateOrder }: HoldAnswer): Buffer {
  const columns = Object.entries(mapping ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const message = lengthPrefixed('import answer', JSON.stringify([columns, unmapped, dateOrder ?? null]));
  return createHmac('sha256', key).update(message).digest();
}
