import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { lockAppender } from './append-lock.ts';
import { readKnownLeaves, readProducerHead, readState, writePlan } from './append-store.ts';
import { NO_COMPANY } from './columns.ts';
import { type NumberedEntry, otherContent, sortIntake } from './intake.ts';
import { leafBytes, leafOf } from './leaf.ts';
import { intakeNotice } from './notices/notice.ts';
import { noticeRaised } from './notices/notice-event.ts';
import { type AppendPlan, planAppend } from './plan-append.ts';

/**
 * Appends the messages of one producer's audit topic to the trail in the consumer's transaction, all or none. A number
 * that is already stored changes nothing.
 * @param listRevocations called before the first write: if it fails, the alarm does not wait for this transaction's
 * locks
 * @returns what was appended; undefined when every message was already stored
 * @throws AppError DATA_LOSS AUDIT_INTAKE_STOPPED for a gap or for a known number with other content;
 * TRAIL_CONTRADICTED when this trail is not the one that was signed
 */
export async function appendEntries(
  tx: Tx,
  messages: readonly BusMessage[],
  listRevocations?: (rows: AppendPlan['rows']) => Promise<void>,
): Promise<AppendPlan | undefined> {
  const producer = messages[0]?.producer;
  if (producer === undefined) return undefined;
  // Sent together and executed in order, so the reads see the state under the lock.
  const [, head] = await Promise.all([lockAppender(tx), readProducerHead(tx, producer)]);
  const intake = sortIntake(head, messages);
  await refuseOtherContent(tx, producer, intake.known);
  if (intake.fresh.length === 0 || intake.head === undefined) return undefined;
  const companies = new Set(intake.fresh.map(({ entry }) => Number(entry.companyId ?? NO_COMPANY)));
  const plan = planAppend(await readState(tx, [...companies]), intake.fresh);
  await listRevocations?.(plan.rows);
  await writePlan(tx, producer, intake.head, plan);
  if (plan.notices.length > 0) await tx.publishAll(plan.notices.map(noticeRaised));
  return plan;
}

/** The stored bytes depend only on the entry and its company's number, so equal bytes mean the same entry. */
async function refuseOtherContent(tx: Tx, producer: string, known: readonly NumberedEntry[]): Promise<void> {
  const stored = await readKnownLeaves(tx, producer, known);
  for (const one of known) {
    const { entry, epoch, seq } = one;
    const before = stored.get(`${epoch}:${seq}`);
    const isSame =
      before !== undefined &&
      leafBytes(leafOf(entry, { producer, epoch, seq, companySeq: before.companySeq })).equals(before.leaf);
    if (!isSame) throw otherContent(one);
  }
}

/**
 * Records why a producer's intake stopped, in a separate transaction because the failed one is rolled back. The first
 * time, administrators get a notice.
 */
export async function raiseAlarm(
  db: Pick<Database, 'system'>,
  producer: string,
  alarm: string,
): Promise<void> {
  await db.system(async (tx) => {
    const [row] = await tx.query<{ isNew: boolean }>(
      `INSERT INTO producer_heads (producer, epoch, last_seq, alarm, alarm_at) VALUES ($1::text, 0, 0, $2::text, now())
       ON CONFLICT (producer) DO UPDATE SET alarm = excluded.alarm, alarm_at = coalesce(producer_heads.alarm_at, now())
       RETURNING old.alarm_at IS NULL AS "isNew"`,
      [producer, alarm],
    );
    if (row?.isNew === true) await tx.publish(noticeRaised(intakeNotice(producer)));
  });
}
