import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { ConsentDetails } from '../consents/consent.ts';
import type { PersonResult } from '../records/person.ts';
import type { WritePeople } from '../records/write-people.ts';
import { insertRowErrors, type RowError } from './import-error-store.ts';
import { type ClaimedImport, holdImport, saveProgress } from './job-store.ts';
import { type JudgedRows, judgeRows, type PersonRow } from './judge-rows.ts';
import type { Row } from './row.ts';
import type { RowMapper } from './row-mapper.ts';

export interface WriteBatchDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly writePeople: WritePeople;
}

/** How far an import is, as its row has it. */
export interface ImportPosition {
  readonly processed: number;
  readonly errorCount: number;
}

export interface BatchContext {
  readonly ctx: Ctx;
  readonly claim: ClaimedImport;
  readonly consent: ConsentDetails;
  readonly mapRow: RowMapper;
}

/** A writer of the same people was faster; the batch is worth another try. */
const RETRIES = 3;

/** What a value of one row may cause; anything else is trouble of ours and no row's fault. */
const ROW_FAULTS: ReadonlySet<string> = new Set([
  'INVALID_ARGUMENT',
  'ALREADY_EXISTS',
  'FAILED_PRECONDITION',
  'OUT_OF_RANGE',
]);

/**
 * Writes the people of some rows, their errors and the new position in one transaction, so that a row is written
 * exactly once however often the process dies. A batch that one of its rows spoils is written row by row, and that
 * row becomes an error. @throws AppError IMPORT_LEASE_LOST, and whatever is not a row's fault
 */
export async function writeBatch(
  deps: WriteBatchDeps,
  batch: BatchContext,
  rows: readonly Row[],
  at: ImportPosition,
): Promise<ImportPosition> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commitRows(deps, batch, rows, at);
    } catch (error) {
      const { code, reason } = AppError.from(error);
      if (code === 'ABORTED' && reason !== 'IMPORT_LEASE_LOST' && attempt < RETRIES) continue;
      if (!ROW_FAULTS.has(code)) throw error;
      if (code === 'ALREADY_EXISTS' && attempt < RETRIES) continue;
    }
    return await commitSingly(deps, batch, rows, at);
  }
}

async function commitSingly(
  deps: WriteBatchDeps,
  batch: BatchContext,
  rows: readonly Row[],
  from: ImportPosition,
): Promise<ImportPosition> {
  let at = from;
  for (const row of rows) {
    try {
      at = await commitRows(deps, batch, [row], at);
    } catch (error) {
      const { code, reason, message } = AppError.from(error);
      if (!ROW_FAULTS.has(code)) throw error;
      at = await commitRows(deps, batch, [{ end: row.end, problem: { column: '', reason, message } }], at);
    }
  }
  return at;
}

async function commitRows(
  deps: WriteBatchDeps,
  batch: BatchContext,
  rows: readonly Row[],
  at: ImportPosition,
): Promise<ImportPosition> {
  const startedAt = performance.now();
  const { ctx, claim, consent, mapRow } = batch;
  const judged = judgeRows(rows, at.processed + 1, mapRow, claim.onInvalid, new Date());
  const scope = { companies: [claim.companyId] };
  return await deps.db.tenant(scope, async (tx) => {
    await holdImport(tx, claim);
    const options = { companyId: claim.companyId, consent, onExisting: 'update' as const };
    const people = judged.people.map(({ person }) => person);
    const results = people.length === 0 ? [] : await deps.writePeople(tx, ctx, options, people);
    const refused = refusedOf(judged.people, results);
    const errors = inFileOrder(judged, refused);
    await insertRowErrors(tx, claim, at.errorCount, errors);
    await saveProgress(tx, claim, {
      bytesRead: rows.at(-1)?.end ?? claim.bytesRead,
      accepted: people.length - refused.length,
      rejected: judged.rejected + refused.length,
      errors: errors.length,
      busyMs: Math.ceil(performance.now() - startedAt),
    });
    return { processed: at.processed + rows.length, errorCount: at.errorCount + errors.length };
  });
}

function refusedOf(people: readonly PersonRow[], results: readonly PersonResult[]): RowError[] {
  return people.flatMap(({ row, columnOf }, i) => {
    const result = results[i];
    if (result?.status !== 'rejected') return [];
    return [{ row, column: columnOf(result.path), reason: result.reason, message: result.message }];
  });
}

const inFileOrder = (judged: JudgedRows, refused: readonly RowError[]): RowError[] =>
  [...judged.errors, ...refused].sort((a, b) => a.row - b.row);
