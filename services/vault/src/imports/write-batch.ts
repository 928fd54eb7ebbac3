import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { PostgresFailure } from '@pii-vault/platform/postgres/postgres-failure';
import type { ConsentDetails } from '../consents/consent.ts';
import type { AnswerGuard } from '../limits/budgets/answer-guard.ts';
import { writtenByImport } from '../limits/stops/written-by.ts';
import type { WithIdentities } from '../people/records/identities.ts';
import {
  CONSENT_WITHDRAWN,
  IDENTITY_CONFLICT,
  isDisclosing,
  type PersonResult,
  type WriteOptions,
} from '../people/records/person.ts';
import type { WritePeople } from '../people/records/write-people.ts';
import { insertCorrections } from './correction-store.ts';
import { insertRowErrors, type RowError } from './import-error-store.ts';
import { type ClaimedImport, holdImport, saveProgress } from './job-store.ts';
import { type JudgedRows, judgeRows, type PersonRow, type RowRules } from './judge-rows.ts';
import { type Row, rowProblem } from './row.ts';

export interface WriteBatchDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly writePeople: WritePeople;
  readonly withIdentities: WithIdentities;
  readonly conflicts: Pick<AnswerGuard, 'isStopped' | 'count'>;
  readonly importAnswers: Pick<AnswerGuard, 'isStopped' | 'count'>;
}

export interface BatchContext {
  readonly ctx: Ctx;
  readonly claim: ClaimedImport;
  readonly consent: ConsentDetails;
  readonly rules: RowRules;
  /** Resolves when the previous batch is committed. */
  readonly turn: Promise<unknown>;
  /** Working time since the last call, ms. */
  readonly lap: () => number;
  /** Ends the import in the transaction of its last rows, if reading ends with them. */
  readonly finish: ((tx: Tx) => Promise<void>) | undefined;
}

/** Attempts at a batch when concurrent writers of the same people commit first. */
const RETRIES = 3;

/** Errors that a value of one row can cause; other errors are not known to be caused by a row. */
const ROW_FAULTS: ReadonlySet<string> = new Set([
  'INVALID_ARGUMENT',
  'ALREADY_EXISTS',
  'FAILED_PRECONDITION',
  'OUT_OF_RANGE',
]);

/**
 * Writes the people of some rows, their errors and the new position in one transaction, so that a row is written
 * exactly once even if the process dies. The people may be written while the previous batch is being committed; errors
 * and position wait for `turn`. If a row makes the batch fail, it is written row by row, and that row becomes an error.
 * @throws AppError IMPORT_LEASE_LOST, and errors not known to be caused by a row
 */
export async function writeBatch(
  deps: WriteBatchDeps,
  batch: BatchContext,
  judged: JudgedRows,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commitRows(deps, batch, judged);
    } catch (error) {
      const { code, reason } = rowFaultOf(error);
      if (code === 'ABORTED' && reason !== 'IMPORT_LEASE_LOST' && attempt < RETRIES) continue;
      if (!ROW_FAULTS.has(code)) throw error;
      if (code === 'ALREADY_EXISTS' && attempt < RETRIES) continue;
    }
    return await commitSingly(deps, batch, judged);
  }
}

/** Rows with a problem next to each other are committed together: they may be one run (inWholeRuns). */
async function commitSingly(deps: WriteBatchDeps, batch: BatchContext, judged: JudgedRows): Promise<void> {
  const { rules } = batch;
  let number = judged.firstRow;
  for (const rows of apart(judged.rows)) {
    const isLast = rows.at(-1) === judged.rows.at(-1);
    const single = isLast ? batch : { ...batch, finish: undefined };
    try {
      await commitRows(deps, single, judgeRows(rules, rows, number, new Date()));
    } catch (error) {
      const { code, reason, message } = rowFaultOf(error);
      if (!ROW_FAULTS.has(code)) throw error;
      const problem = { column: '', reason, message };
      const refused = rows.map(({ start, end }) => ({ start, end, problem }));
      await commitRows(deps, single, judgeRows(rules, refused, number, new Date()));
    }
    number += rows.length;
  }
}

/** Each row that may be a person alone. */
function apart(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (const row of rows) {
    const last = parts.at(-1)?.at(-1);
    if (last !== undefined && 'problem' in last && 'problem' in row) parts.at(-1)?.push(row);
    else parts.push([row]);
  }
  return parts;
}

/** SQLSTATE classes that a value can cause: data, integrity, limits of a row. */
const VALUE_STATES = /^(22|23|54)/;

/** The error if a row may have caused it, because the database cannot store one of its values. */
function rowFaultOf(thrown: unknown): AppError {
  const error = AppError.from(thrown);
  const isValue = error.cause instanceof PostgresFailure && VALUE_STATES.test(error.cause.sqlState);
  if (error.code !== 'INTERNAL' || !isValue) return error;
  const { reason, message } = rowProblem('ROW_NOT_STORED');
  return invalidArgument(reason, message, { cause: error.cause });
}

async function commitRows(deps: WriteBatchDeps, batch: BatchContext, judged: JudgedRows): Promise<void> {
  const { ctx, claim, consent } = batch;
  const { companyId, afterErasure, onConflict, onKnown } = claim;
  const people = judged.people.map(({ person }) => person);
  let conflicts = 0;
  let equal = 0;
  const commit = async (tx: Tx, identities: WriteOptions['identities']) => {
    const writtenBy = writtenByImport(claim.importId);
    const options = {
      companyId,
      consent,
      onExisting: 'update' as const,
      afterErasure,
      onConflict,
      onKnown,
      identities,
      writtenBy,
    };
    const results = people.length === 0 ? [] : await deps.writePeople(tx, ctx, options, people);
    await batch.turn;
    const { errorCount } = await holdImport(tx, claim, judged.firstRow - 1);
    const refused = refusedOf(judged.people, results);
    equal = results.filter(isDisclosing).length;
    conflicts = refused.filter(({ reason }) => reason === IDENTITY_CONFLICT).length;
    const errors = inFileOrder([...judged.errors, ...refused, ...leftOutOf(judged.people, results)]);
    await insertRowErrors(tx, claim, errorCount, errors);
    await insertCorrections(tx, claim, correctedBy(results));
    await saveProgress(tx, claim, {
      position: judged.end ?? claim.position,
      accepted: people.length - refused.length,
      rejected: judged.rejected + refused.length,
      known: results.filter((one) => one.status !== 'rejected' && one.isKnown === true).length,
      errors: errors.length,
      busyMs: batch.lap(),
    });
    await batch.finish?.(tx);
  };
  await deps.withIdentities(ctx, companyId, (newBook) =>
    deps.db.tenant({ companies: [companyId] }, (tx) => commit(tx, newBook())),
  );
  await deps.conflicts.count(ctx, companyId, conflicts);
  await deps.importAnswers.count(ctx, companyId, equal);
}

const correctedBy = (results: readonly PersonResult[]): number[] =>
  results.flatMap((one) => (one.status === 'updated' ? [one.individualId] : []));

function refusedOf(people: readonly PersonRow[], results: readonly PersonResult[]): RowError[] {
  return people.flatMap(({ place, columnOf }, i) => {
    const result = results[i];
    if (result?.status !== 'rejected') return [];
    return [{ ...place, column: columnOf(result.path), reason: result.reason, message: result.message }];
  });
}

/** Fields that accepted rows could not store, because the person withdrew every purpose of the import for them. */
function leftOutOf(people: readonly PersonRow[], results: readonly PersonResult[]): RowError[] {
  return people.flatMap(({ place, columnOf }, i) => {
    const result = results[i];
    if (result === undefined || result.status === 'rejected') return [];
    return (result.leftOut ?? []).map((type) => ({ ...place, column: columnOf(type), ...CONSENT_WITHDRAWN }));
  });
}

const inFileOrder = (errors: RowError[]): RowError[] => errors.sort((a, b) => a.row - b.row);
