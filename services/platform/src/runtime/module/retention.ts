import { INBOX_MEMORY_MS } from '../../messaging/bus.ts';
import { purgeInbox } from '../../messaging/inbox.ts';
import { purgeRefused } from '../../messaging/refused-records.ts';
import type { Database } from '../../postgres/database.ts';
import { purgeIdempotency } from '../../postgres/idempotency/idempotency.ts';

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
