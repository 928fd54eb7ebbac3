import type { Tx } from '@pii-vault/platform/db/database';

/** Any number that only this service locks under: one appender at a time, whatever the number of processes. */
const APPEND_LOCK = 7_241_964_027;

export async function lockAppender(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [APPEND_LOCK]);
}
