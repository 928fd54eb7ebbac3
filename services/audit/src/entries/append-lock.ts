import type { Tx } from '@pii-vault/platform/postgres/database';

/** Any number that only this service locks under: one appender at a time, whatever the number of processes. */
const APPEND_LOCK = 7_241_964_027;

const LOCK = { name: 'append_lock', text: 'SELECT pg_advisory_xact_lock($1::bigint)' };

export async function lockAppender(tx: Pick<Tx, 'query'>): Promise<void> {
  await tx.query({ ...LOCK, values: [APPEND_LOCK] });
}
