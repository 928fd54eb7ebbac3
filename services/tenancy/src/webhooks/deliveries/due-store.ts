import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Outcome } from '../egress/post-message.ts';
import type { SealedSecret } from '../webhook-secret.ts';

/** Failed attempts, over about a day, after which a delivery is dead until it is replayed; after a 410 at once. */
const MAX_ATTEMPTS = 10;

const FIRST_MS = 5_000;
const FACTOR = 4;
const LONGEST_MS = 6 * 60 * 60 * 1_000;
/** A longer requested delay is shortened to this. */
const LONGEST_ASKED_MS = 60 * 60 * 1_000;

/**
 * Delay after the nth failed attempt, in ms: 5 s, 20 s, 80 s … at most 6 h, less a random part of up to half, so that
 * retries spread; not before the receiver's Retry-After.
 */
function retryDelayMs(
  attempt: number,
  askedMs: number | undefined,
  random: () => number = Math.random,
): number {
  const whole = Math.min(FIRST_MS * FACTOR ** (attempt - 1), LONGEST_MS);
  const jittered = whole * (0.5 + random() / 2);
  return Math.round(Math.max(jittered, Math.min(askedMs ?? 0, LONGEST_ASKED_MS)));
}

/** A leased message, with everything needed to send it. */
export interface DueDelivery {
  readonly companyId: number;
  readonly id: number;
  readonly webhookId: number;
  readonly messageId: string;
  readonly body: Buffer;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  readonly url: string;
  readonly secret: SealedSecret;
  /** The former secret, while it also signs. */
  readonly formerSecret: SealedSecret | undefined;
}

interface Row extends Omit<DueDelivery, 'secret' | 'formerSecret'> {
  readonly secretId: string;
  readonly sealed: Buffer;
  readonly keyVersion: number;
  readonly formerId: string | null;
  readonly formerSealed: Buffer | null;
  readonly formerKeyVersion: number | null;
}

export interface Portion {
  readonly max: number;
  /** Maximum number of messages in flight per webhook, over all processes; concurrent passes may exceed it. */
  readonly perWebhook: number;
  /** The same for all webhooks of one company. */
  readonly perCompany: number;
  /** Lease of a message, ms. After it the message is due again, because its sender died. */
  readonly leaseMs: number;
}

/**
 * Leases due messages, a few of every webhook and company, so that a slow or unreachable receiver does not delay
 * others. Leasing counts as an attempt, even if the sender dies. Skips suspended companies. System role.
 */
export async function takeDue(tx: Tx, portion: Portion): Promise<DueDelivery[]> {
  const { max, perWebhook, perCompany, leaseMs } = portion;
  const rows = await tx.query<Row>(
    `WITH ready AS MATERIALIZED (
       SELECT d.company_id, d.id, d.next_attempt_at,
         row_number() OVER (PARTITION BY d.company_id ORDER BY d.next_attempt_at) AS place
       FROM webhooks w
       JOIN companies c ON c.id = w.company_id AND c.status <> 'suspended'
       CROSS JOIN LATERAL (
         SELECT p.company_id, p.id, p.next_attempt_at FROM deliveries p
         WHERE p.company_id = w.company_id AND p.webhook_id = w.id AND p.status = 'pending'
           AND p.next_attempt_at <= now()
         ORDER BY p.next_attempt_at
         LIMIT greatest(0, $2::integer - (
           SELECT count(*) FROM deliveries l
           WHERE l.company_id = w.company_id AND l.webhook_id = w.id AND l.leased_until > now()))
         FOR UPDATE SKIP LOCKED) d
       WHERE w.status = 'active'),
     due AS MATERIALIZED (
       SELECT r.company_id, r.id FROM ready r
       WHERE r.place + (SELECT count(*) FROM deliveries l
         WHERE l.company_id = r.company_id AND l.leased_until > now()) <= $4::integer
       ORDER BY r.next_attempt_at LIMIT $1::integer)
     UPDATE deliveries t SET attempts = t.attempts + 1, last_attempt_at = now(),
       leased_until = now() + $3::bigint * interval '1 millisecond',
       next_attempt_at = now() + $3::bigint * interval '1 millisecond'
     FROM due, webhooks h
     WHERE t.company_id = due.company_id AND t.id = due.id AND h.company_id = t.company_id AND h.id = t.webhook_id
     RETURNING t.company_id AS "companyId", t.id, t.webhook_id AS "webhookId", t.message_id AS "messageId", t.body,
       t.attempts AS attempt, h.url, h.secret_id AS "secretId", h.secret AS sealed,
       h.secret_key_version AS "keyVersion",
       CASE WHEN h.former_until > now() THEN h.former_secret_id END AS "formerId", h.former_secret AS "formerSealed",
       h.former_key_version AS "formerKeyVersion"`,
    [max, perWebhook, leaseMs, perCompany],
  );
  return rows.map(fromRow);
}

/**
 * Records an outcome: delivered, to be retried, or dead. Ignores messages that were replayed or leased again meanwhile.
 */
export async function recordOutcome(tx: Tx, taken: DueDelivery, outcome: Outcome): Promise<void> {
  const isDelivered = outcome.error === '';
  // 410: the receiver is permanently gone (RFC 9110, 15.5.11).
  const isOver = taken.attempt >= MAX_ATTEMPTS || outcome.status === 410;
  const status = isDelivered ? 'delivered' : isOver ? 'dead' : 'pending';
  await tx.query(
    `UPDATE deliveries SET status = $4::text, leased_until = NULL, last_status = $5::integer,
       last_error = $6::text, next_attempt_at = now() + $7::bigint * interval '1 millisecond',
       delivered_at = CASE WHEN $4::text = 'delivered' THEN now() END
     WHERE company_id = $1::bigint AND id = $2::bigint AND attempts = $3::integer AND status = 'pending'`,
    [
      taken.companyId,
      taken.id,
      taken.attempt,
      status,
      outcome.status,
      outcome.error,
      isDelivered || isOver ? 0 : retryDelayMs(taken.attempt, outcome.retryAfterMs),
    ],
  );
}

/** Undoes an attempt that this process could not make: due again after `pauseMs`. */
export async function giveBack(tx: Tx, taken: DueDelivery, pauseMs: number): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET attempts = attempts - 1, leased_until = NULL,
       next_attempt_at = now() + $4::bigint * interval '1 millisecond'
     WHERE company_id = $1::bigint AND id = $2::bigint AND attempts = $3::integer AND status = 'pending'`,
    [taken.companyId, taken.id, taken.attempt, pauseMs],
  );
}

/** Deletes finished messages: delivered after 7 days, dead after 30. @returns their number, at most 10,000 */
export async function forgetDone(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM deliveries t USING (
       SELECT company_id, id FROM deliveries
       WHERE status <> 'pending'
         AND created_at < now() - CASE status WHEN 'delivered' THEN interval '7 days' ELSE interval '30 days' END
         AND created_at < now() - interval '7 days'
       ORDER BY created_at LIMIT 10000) old
     WHERE t.company_id = old.company_id AND t.id = old.id RETURNING t.id`,
  );
  return rows.length;
}

function fromRow({
  secretId,
  sealed,
  keyVersion,
  formerId,
  formerSealed,
  formerKeyVersion,
  ...row
}: Row): DueDelivery {
  const hasFormer = formerId !== null && formerSealed !== null && formerKeyVersion !== null;
  return {
    ...row,
    secret: { id: secretId, sealed, keyVersion },
    formerSecret: hasFormer
      ? { id: formerId, sealed: formerSealed, keyVersion: formerKeyVersion }
      : undefined,
  };
}
