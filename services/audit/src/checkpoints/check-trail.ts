import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { isContradiction } from '../errors.ts';
import { refuseUndone } from '../revocations/missing-revocations.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { readTreeHead } from './tree-head.ts';

/** What was written outside the database about the trail; undefined where it is not configured. */
export interface OutsideTrail {
  readonly file: CheckpointFile | undefined;
  readonly revocations: Pick<RevocationFile, 'uncovered'> | undefined;
}

/**
 * Compares the trail with what is kept outside the database.
 * @throws AppError DATA_LOSS TREE_CONTRADICTED, REVOCATIONS_UNDONE or TREE_DAMAGED
 */
export async function checkTrail(tx: Tx, { file, revocations }: OutsideTrail): Promise<void> {
  await readTreeHead(tx, file);
  await refuseUndone(tx, revocations);
}

/** Checks the trail and records the result in the database, where the intake and the gateway's question read it. */
export async function checkAndRecord(db: Pick<Database, 'system'>, outside: OutsideTrail): Promise<void> {
  try {
    await db.system((tx) => checkTrail(tx, outside));
    await record(db, null);
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
