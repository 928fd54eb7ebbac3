import type { Database } from '../db/database.ts';
import { INBOX_MEMORY_MS } from '../events/bus.ts';
import { purgeInbox } from '../events/inbox.ts';
import { purgeRefused } from '../events/refused-records.ts';
import { purgeIdempotency } from '../idempotency/idempotency.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest time that a list of threats looks back. */
const REFUSED_KEPT_MS = 30 * DAY_MS;

export const RETENTION_EVERY_MS = HOUR_MS;

/** Deletes inbox receipts, a week after the bus has deleted their messages, and expired idempotency records. */
export async function forgetOldRecords(db: Pick<Database, 'system'>): Promise<void> {
  await db.system((tx) => purgeInbox(tx, INBOX_MEMORY_MS));
  await db.system((tx) => purgeRefused(tx, REFUSED_KEPT_MS));
  await db.system((tx) => purgeIdempotency(tx, DAY_MS));
}
