import { createHmac } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';

/** A call that its caller may repeat without doing it twice. */
export interface IdempotentCall {
  /** 0 for a call that belongs to no company. */
  readonly companyId: number;
  /** Who calls, for example `user:7` or `client:ab12`: keys of different callers never meet. */
  readonly principal: string;
  /** Method and path template, for example `POST /individuals`. */
  readonly route: string;
  /** The Idempotency-Key header, 1–255 printable ASCII characters. */
  readonly key: string;
  /** From requestHmac; the request itself is not kept. */
  readonly requestHmac: Uint8Array;
  /** The answer shows a secret that is not kept, so a repetition can only be told that the call was done. */
  readonly showsSecretOnce?: boolean;
}

/** What is remembered of an answer: enough to build it again. */
export interface Outcome<Ids extends object> {
  readonly status: number;
  readonly ids: Ids;
}

interface Row<Ids> {
  request_hmac: Buffer;
  status: number;
  ids: Ids;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs `effect` once per key: its outcome is written in the same transaction, a repetition within 24 hours gets
 * that outcome and `isReplay`. A parallel repetition waits for the first one to end. `tx` must be able to see
 * the company.
 * @throws AppError FAILED_PRECONDITION IDEMPOTENCY_KEY_REUSED (422) when the key came with another request,
 * ALREADY_EXISTS ALREADY_COMPLETED (409) for a repetition of a call with `showsSecretOnce`
 */
export async function idempotent<Ids extends object>(
  tx: Pick<Tx, 'query'>,
  call: IdempotentCall,
  effect: () => Promise<Outcome<Ids>>,
): Promise<Outcome<Ids> & { readonly isReplay: boolean }> {
  if (!KEY.test(call.key))
    throw new AppError(
      'INVALID_ARGUMENT',
      'INVALID_IDEMPOTENCY_KEY',
      'The Idempotency-Key must have 1 to 255 printable characters',
    );
  const id = [call.companyId, call.principal, call.route, call.key];
  if (!(await claim(tx, id, call.requestHmac)))
    return { ...(await replay<Ids>(tx, id, call)), isReplay: true };
  const outcome = await effect();
  await tx.query(
    `UPDATE idempotency SET status = $5, ids = $6::jsonb
     WHERE company_id = $1 AND principal = $2 AND route = $3 AND key = $4`,
    [...id, outcome.status, JSON.stringify(outcome.ids)],
  );
  return { ...outcome, isReplay: false };
}

/** Takes the key; waits while another transaction has it; false when it is taken. An expired one is free again. */
async function claim(tx: Pick<Tx, 'query'>, id: readonly unknown[], hmac: Uint8Array): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO idempotency AS known (company_id, principal, route, key, request_hmac, status, ids)
     VALUES ($1, $2, $3, $4, $5, 0, '{}')
     ON CONFLICT (company_id, principal, route, key) DO UPDATE
       SET request_hmac = excluded.request_hmac, status = 0, ids = '{}', created_at = now()
       WHERE known.created_at < now() - interval '24 hours'
     RETURNING true AS taken`,
    [...id, Buffer.from(hmac)],
  );
  return rows.length === 1;
}

async function replay<Ids extends object>(
  tx: Pick<Tx, 'query'>,
  id: readonly unknown[],
  call: IdempotentCall,
): Promise<Outcome<Ids>> {
  const [row] = await tx.query<Row<Ids>>(
    `SELECT request_hmac, status, ids FROM idempotency
     WHERE company_id = $1 AND principal = $2 AND route = $3 AND key = $4`,
    id,
  );
  if (row === undefined || !row.request_hmac.equals(call.requestHmac))
    throw new AppError(
      'FAILED_PRECONDITION',
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another request',
    );
  if (call.showsSecretOnce)
    throw new AppError(
      'ALREADY_EXISTS',
      'ALREADY_COMPLETED',
      'This was done already; its secret is shown only once',
    );
  return { status: row.status, ids: row.ids };
}

/** HMAC-SHA-256 over length-prefixed parts, so that no two requests share one by moving a boundary. 32 bytes. */
export function requestHmac(key: Uint8Array, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hmac.update(length).update(bytes);
  }
  return hmac.digest();
}

/** Forgets keys older than `ageMs`; returns how many. */
export async function purgeIdempotency(tx: Pick<Tx, 'query'>, ageMs: number): Promise<number> {
  const [row] = await tx.query<{ deleted: number }>(
    `WITH gone AS (
       DELETE FROM idempotency WHERE created_at < now() - $1::bigint * interval '1 millisecond' RETURNING 1)
     SELECT count(*) AS deleted FROM gone`,
    [ageMs],
  );
  return row?.deleted ?? 0;
}
