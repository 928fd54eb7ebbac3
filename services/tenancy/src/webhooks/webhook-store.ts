import { keyIn } from '@pii-vault/platform/core/tables/list-cursor';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import type { ListWebhooksRequest } from '@pii-vault/proto/tenancy/v1/webhooks';
import type { Webhook, WebhookChange, WebhookEvent } from './webhook.ts';
import type { SealedSecret } from './webhook-secret.ts';

/** Deliveries of the webhook of the row, from the index of their states. */
const OF_WEBHOOK = 'd.company_id = webhooks.company_id AND d.webhook_id = webhooks.id';
const NEWEST_DELIVERED = `coalesce((SELECT max(d.id) FROM deliveries d WHERE ${OF_WEBHOOK} AND d.status = 'delivered'), 0)`;
const IS_FAILING = `(EXISTS (SELECT FROM deliveries d WHERE ${OF_WEBHOOK} AND d.status = 'dead' AND d.id > ${NEWEST_DELIVERED})
    OR EXISTS (SELECT FROM deliveries d WHERE ${OF_WEBHOOK} AND d.status = 'pending' AND d.last_error <> ''
      AND d.id > ${NEWEST_DELIVERED}))`;
const COLUMNS = `id, company_id AS "companyId", url, events, status, created_at AS "createdAt",
  updated_at AS "updatedAt", row_version AS "rowVersion", ${IS_FAILING} AS "isFailing"`;

/** Active webhooks of the transaction's scope that are failing, and the company of the first one. */
export async function countFailing(tx: Tx): Promise<{ count: number; companyId: number | null }> {
  return only(
    await tx.query<{ count: number; companyId: number | null }>(
      `SELECT count(*) AS count, (array_agg(company_id ORDER BY id))[1] AS "companyId" FROM webhooks
       WHERE status = 'active' AND ${IS_FAILING}`,
    ),
  );
}

export interface NewWebhook {
  readonly companyId: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: SealedSecret;
  readonly revealsAfter: number | undefined;
  readonly createdBy: number;
}

export async function insertWebhook(tx: Tx, wanted: NewWebhook): Promise<Webhook> {
  const { companyId, url, events, secret, revealsAfter, createdBy } = wanted;
  return only(
    await tx.query<Webhook>(
      `INSERT INTO webhooks (company_id, url, events, secret_id, secret, secret_key_version, reveals_after, created_by)
       VALUES ($1::bigint, $2::text, $3::text[], $4::uuid, $5::bytea, $6::integer, $7::bigint, $8::bigint)
       RETURNING ${COLUMNS}`,
      [companyId, url, events, secret.id, secret.sealed, secret.keyVersion, revealsAfter, createdBy],
    ),
  );
}

export async function countWebhooks(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM webhooks WHERE company_id = $1::bigint`,
    [companyId],
  );
  return row?.count ?? 0;
}

export async function findWebhook(tx: Tx, id: number): Promise<Webhook | undefined> {
  const rows = await tx.query<Webhook>(`SELECT ${COLUMNS} FROM webhooks WHERE id = $1::bigint`, [id]);
  return rows[0];
}

/** The webhook, locked against other changes until the end of the transaction. */
export async function lockWebhook(tx: Tx, id: number): Promise<Webhook | undefined> {
  const rows = await tx.query<Webhook>(`SELECT ${COLUMNS} FROM webhooks WHERE id = $1::bigint FOR UPDATE`, [
    id,
  ]);
  return rows[0];
}

/** `revealsAfter` sets the position in the trail; undefined keeps it. */
export async function updateWebhook(
  tx: Tx,
  { companyId, id }: Webhook,
  change: WebhookChange,
  revealsAfter: number | undefined,
): Promise<Webhook> {
  return only(
    await tx.query<Webhook>(
      `UPDATE webhooks SET url = coalesce($3::text, url), events = coalesce($4::text[], events),
         status = coalesce($5::text, status), reveals_after = coalesce($6::bigint, reveals_after),
         updated_at = now(), row_version = row_version + 1
       WHERE company_id = $1::bigint AND id = $2::bigint RETURNING ${COLUMNS}`,
      [companyId, id, change.url, change.events, change.status, revealsAfter],
    ),
  );
}

/** Until when a former secret also signs; undefined without one. */
export async function formerSecretUntil(tx: Tx, { companyId, id }: Webhook): Promise<Date | undefined> {
  const rows = await tx.query<{ formerUntil: Date }>(
    `SELECT former_until AS "formerUntil" FROM webhooks
     WHERE company_id = $1::bigint AND id = $2::bigint AND former_until > now()`,
    [companyId, id],
  );
  return rows[0]?.formerUntil;
}

/** Makes the secret the former one, which also signs for `overlapMs`. @returns until when */
export async function replaceSecret(
  tx: Tx,
  { companyId, id }: Webhook,
  secret: SealedSecret,
  overlapMs: number,
): Promise<Date> {
  const { formerUntil } = only(
    await tx.query<{ formerUntil: Date }>(
      `UPDATE webhooks SET former_secret_id = secret_id, former_secret = secret,
         former_key_version = secret_key_version, former_until = now() + $6::bigint * interval '1 millisecond',
         secret_id = $3::uuid, secret = $4::bytea, secret_key_version = $5::integer,
         updated_at = now(), row_version = row_version + 1
       WHERE company_id = $1::bigint AND id = $2::bigint RETURNING former_until AS "formerUntil"`,
      [companyId, id, secret.id, secret.sealed, secret.keyVersion, overlapMs],
    ),
  );
  return formerUntil;
}

/** Includes all of its messages. */
export async function deleteWebhook(tx: Tx, { companyId, id }: Webhook): Promise<void> {
  await tx.query(`DELETE FROM webhooks WHERE company_id = $1::bigint AND id = $2::bigint`, [companyId, id]);
}

/** By company and id; the transaction's scope selects the webhooks. */
export function listWebhooks(tx: Tx, { companyId, cursor, limit }: ListWebhooksRequest): Promise<Webhook[]> {
  const values = [...(keyIn(cursor, 2) ?? [0, 0]), limit];
  if (companyId === undefined) return tx.query<Webhook>(LIST_WEBHOOKS, values);
  return tx.query<Webhook>(LIST_COMPANY_WEBHOOKS, [...values, companyId]);
}

const BEHIND = '(company_id, id) > ($1::bigint, $2::bigint) ORDER BY company_id, id LIMIT $3::integer';
export const LIST_WEBHOOKS = `SELECT ${COLUMNS} FROM webhooks WHERE ${BEHIND}`;
export const LIST_COMPANY_WEBHOOKS = `SELECT ${COLUMNS} FROM webhooks
  WHERE company_id = $4::bigint AND ${BEHIND}`;
