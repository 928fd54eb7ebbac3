import type { Tx } from '@pii-vault/platform/postgres/database';

/** Key of the advisory lock that only this service uses: one appender at a time over all processes. */
const APPEND_LOCK = 7_241_964_027;

const LOCK = { name: 'append_lock', text: 'SELECT pg_advisory_xact_lock($1::bigint)' };

export async function lockAppender(tx: Pick<Tx, 'query'>): Promise<void> {
  await tx.query({ ...LOCK, values: [APPEND_LOCK] });
}
