import { createHash } from 'node:crypto';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Administrator, AdministratorNotice, MailedNotice } from './administrator-notice.ts';

/** Notices of one kind that are mailed for each company, actor and UTC day. Those of a service are all mailed. */
export const MAILED_A_DAY = 10;

/** Place of the notice `n` among those of its kind, company, actor and day, from 1; 0 for one of a service. */
const PLACE = `CASE n.actor_type WHEN 'service' THEN 0 ELSE (SELECT count(*) FROM (
    SELECT FROM administrator_notices AS o
    WHERE o.company_id = n.company_id AND o.kind = n.kind AND o.day = n.day AND o.id <= n.id
      AND (o.actor_type, o.actor_id, o.on_behalf_of) = (n.actor_type, n.actor_id, n.on_behalf_of)
    LIMIT ${MAILED_A_DAY + 1}) AS same) END`;

/** Inserts it, or counts one more of the same kind and subject of that day. @returns its id when it is new */
export async function insertNotice(tx: Tx, notice: AdministratorNotice): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number; isNew: boolean }>(
    `INSERT INTO administrator_notices AS n (company_id, kind, subject_sha256, day, actor_type, actor_id, on_behalf_of, reason,
       object_ids, occurred_at, last_at)
     VALUES ($1::bigint, $2::text, $3::bytea, ($4::timestamptz AT TIME ZONE 'UTC')::date, $5::text, $6::text, $7::text,
       $8::text, $9::jsonb, $4::timestamptz, $4::timestamptz)
     ON CONFLICT (company_id, kind, subject_sha256, day) DO UPDATE
       SET times = n.times + 1, last_at = greatest(n.last_at, excluded.last_at)
     RETURNING n.id, old.id IS NULL AS "isNew"`,
    [
      notice.companyId ?? 0,
      notice.kind,
      createHash('sha256').update(notice.subject).digest(),
      notice.occurredAt,
      notice.actorType,
      notice.actorId,
      notice.onBehalfOf,
      notice.reason,
      JSON.stringify(notice.objectIds),
    ],
  );
  return row?.isNew === true ? row.id : undefined;
}

/** Whether the notice comes after those that are mailed on its day. */
export async function isMuted(tx: Tx, noticeId: number): Promise<boolean> {
  const [row] = await tx.query<{ place: number }>(
    `SELECT ${PLACE} AS place FROM administrator_notices AS n WHERE n.id = $1::bigint`,
    [noticeId],
  );
  return (row?.place ?? 0) > MAILED_A_DAY;
}

export async function insertMails(tx: Tx, noticeId: number, userIds: readonly number[]): Promise<void> {
  await tx.query('INSERT INTO notice_mails (notice_id, user_id) SELECT $1::bigint, unnest($2::bigint[])', [
    noticeId,
    userIds,
  ]);
}

/** One mail to one administrator. */
export interface DueMail {
  readonly noticeId: number;
  readonly notice: MailedNotice;
  /** Undefined: the user is no longer active. */
  readonly reader: Administrator | undefined;
}

interface DueRow extends Omit<MailedNotice, 'companyId'> {
  readonly noticeId: number;
  readonly companyId: number;
  readonly userId: number;
  readonly email: string | null;
  readonly firstName: string;
  readonly language: Administrator['language'] | null;
}

/** Lease of a mail while it is sent; the SMTP timeout is shorter. */
const LEASE = '2 minutes';

/** Mails to send now. The first retry follows the lease, later ones come after growing intervals of up to an hour. */
export async function claimMails(tx: Tx, limit: number): Promise<(DueMail & { readonly userId: number })[]> {
  const rows = await tx.query<DueRow>(
    `WITH due AS (
       SELECT notice_id, user_id FROM notice_mails WHERE try_at <= now() ORDER BY try_at LIMIT $1::integer FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE notice_mails AS m SET attempts = m.attempts + 1,
         try_at = now() + least(interval '${LEASE}' * power(2, least(m.attempts, 5)), interval '1 hour')
       FROM due WHERE m.notice_id = due.notice_id AND m.user_id = due.user_id RETURNING m.notice_id, m.user_id
     )
     SELECT n.id AS "noticeId", n.company_id AS "companyId", n.kind, n.actor_type AS "actorType", n.actor_id AS "actorId",
       n.on_behalf_of AS "onBehalfOf", n.reason, n.object_ids AS "objectIds", n.occurred_at AS "occurredAt",
       ${PLACE} = ${MAILED_A_DAY} AS "isLast",
       c.user_id AS "userId", u.email, u.first_name AS "firstName", u.language
     FROM claimed c JOIN administrator_notices n ON n.id = c.notice_id
     LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL AND u.status = 'active'
     ORDER BY n.id, c.user_id`,
    [limit],
  );
  return rows.map(({ noticeId, userId, companyId, email, firstName, language, ...notice }) => ({
    noticeId,
    userId,
    notice: { ...notice, companyId: companyId === 0 ? undefined : companyId },
    reader: email === null ? undefined : { id: userId, email, firstName, language: language ?? 'en' },
  }));
}

export async function deleteMail(tx: Tx, noticeId: number, userId: number): Promise<void> {
  await tx.query('DELETE FROM notice_mails WHERE notice_id = $1::bigint AND user_id = $2::bigint', [
    noticeId,
    userId,
  ]);
}

/** Retention of mails and notices. The inbox forgets events after 14 days, and refuses older ones. */
const GIVEN_UP_AFTER = '3 days';
const KEPT = '30 days';

/** Deletes mails that could not be sent and old notices. @returns the number of mails given up */
export async function forgetNotices(tx: Tx): Promise<number> {
  const given = await tx.query(
    `DELETE FROM notice_mails AS m USING administrator_notices AS n
     WHERE n.id = m.notice_id AND n.created_at < now() - interval '${GIVEN_UP_AFTER}' RETURNING m.user_id`,
  );
  await tx.query(`DELETE FROM administrator_notices WHERE created_at < now() - interval '${KEPT}'`);
  return given.length;
}
