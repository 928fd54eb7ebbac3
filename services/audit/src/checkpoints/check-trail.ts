import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { lockAppender } from '../entries/append-lock.ts';
import { isContradiction, notCovered, revocationsUndone } from '../errors.ts';
import { missingRevocations } from '../revocations/missing-revocations.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import type { Coverage } from '../revocations/revocation-line.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { readTreeHead, rootAt } from './tree-head.ts';

type RevocationList = Pick<RevocationFile, 'coverage' | 'uncovered'>;

/** What was written outside the database about the trail; undefined where it is not configured. */
export interface OutsideTrail {
  readonly file: CheckpointFile | undefined;
  readonly revocations: RevocationList | undefined;
}

/** The list of revocations since its newest statement of coverage. */
export interface ListState {
  /** Revocations listed since. */
  readonly listed: number;
  /** Those of them whose entries are not in the trail and may still arrive. */
  readonly pending: number;
}

/**
 * Compares the trail with what is kept outside the database, under the lock of the appender.
 * @throws AppError DATA_LOSS TREE_CONTRADICTED, REVOCATIONS_UNDONE or TREE_DAMAGED
 */
export async function checkTrail(tx: Tx, { file, revocations }: OutsideTrail): Promise<ListState> {
  await lockAppender(tx);
  await readTreeHead(tx, file);
  return await refuseUndone(tx, revocations);
}

/**
 * Compares the trail with the list: with the tree that the list covers, and with the revocations listed since. Lines of
 * earlier versions have no number to look up. Call it under the lock of the appender: between a line and the commit of
 * its entry the entry seems to be missing.
 * @throws AppError DATA_LOSS REVOCATIONS_UNDONE when this trail is not the one that the list covers, or has passed the
 * number of a revocation without its entry
 */
export async function refuseUndone(tx: Tx, list: RevocationList | undefined): Promise<ListState> {
  const coverage = await list?.coverage();
  if (coverage !== undefined && !(await isCovered(tx, coverage))) throw notCovered(coverage.covers);
  const lines = ((await list?.uncovered()) ?? []).filter(({ line }) => 'entry' in line);
  const missing = await missingRevocations(tx, lines);
  const pending = missing.filter(({ isPending }) => isPending).length;
  if (missing.length > pending) throw revocationsUndone(missing.length - pending);
  return { listed: lines.length, pending };
}

/** Whether this is the database whose trail the line covers. A line of an earlier version has no root to compare. */
async function isCovered(tx: Tx, { covers, root, replay }: Coverage): Promise<boolean> {
  if (root === undefined) return true;
  const [state] = await tx.query<{ size: number; replay: string | null }>(
    'SELECT size, replay FROM tree_state',
  );
  if (state === undefined || covers > state.size) return false;
  if (replay !== undefined && replay !== state.replay) return false;
  return (await rootAt(tx, covers)).toString('base64') === root;
}

/** Checks the trail and records the result in the database, where the intake and the gateway's question read it. */
export async function checkAndRecord(
  db: Pick<Database, 'system'>,
  outside: OutsideTrail,
): Promise<ListState> {
  try {
    const state = await db.system((tx) => checkTrail(tx, outside));
    await record(db, null);
    return state;
  } catch (thrown) {
    const error = AppError.from(thrown);
    if (isContradiction(error)) await record(db, error.message);
    throw error;
  }
}

async function record(db: Pick<Database, 'system'>, contradiction: string | null): Promise<void> {
  await db.system((tx) =>
    tx.query('UPDATE tree_state SET contradiction = $1::text WHERE contradiction IS DISTINCT FROM $1::text', [
      contradiction,
    ]),
  );
}

/** Why the trail is not the one that was signed, by the last check; undefined when it is. */
export async function readContradiction(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ contradiction: string | null }>('SELECT contradiction FROM tree_state');
  return row?.contradiction ?? undefined;
}
