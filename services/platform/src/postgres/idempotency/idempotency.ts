import type { KeyObject } from 'node:crypto';
import { hmacSha256 } from '../../core/crypto/hmac-sha256.ts';
import { alreadyExists, failedPrecondition } from '../../core/errors/app-error.ts';
import type { Tx } from '../database.ts';
import { claimAll } from './claims.ts';
import { type IdempotentCall, idOf, type Outcome, requireKey } from './idempotent-call.ts';

interface Row<Ids> {
  request_hmac: Buffer;
  status: number;
  ids: Ids;
}

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
  requireKey(call);
  const id = idOf(call);
  if (!(await claim(tx, call))) {
    const before = await outcomeOf<Ids>(tx, call);
    // A row that is not visible belongs to another caller.
    if (before === undefined) throw keyReused();
    return { ...before, isReplay: true };
  }
  const outcome = await effect();
  await tx.query(
    `UPDATE idempotency SET status = $5, ids = $6::jsonb
     WHERE company_id = $1 AND principal = $2 AND route = $3 AND key = $4`,
    [...id, outcome.status, JSON.stringify(outcome.ids)],
  );
  return { ...outcome, isReplay: false };
}

/** Nothing is known of the outcome yet. */
const NOT_YET: Outcome<object> = { status: 0, ids: {} };

async function claim(tx: Pick<Tx, 'query'>, call: IdempotentCall): Promise<boolean> {
  const [isFree = false] = await claimAll(tx, [{ call, outcome: NOT_YET }]);
  return isFree;
}

/**
 * The outcome of a call whose key is taken; undefined when it is unknown. @throws AppError as idempotent does
 */
export async function outcomeOf<Ids extends object>(
  tx: Pick<Tx, 'query'>,
  call: IdempotentCall,
): Promise<Outcome<Ids> | undefined> {
  const [row] = await tx.query<Row<Ids>>(
    `SELECT request_hmac, status, ids FROM idempotency
     WHERE company_id = $1 AND principal = $2 AND route = $3 AND key = $4`,
    idOf(call),
  );
  if (row === undefined) return undefined;
  if (!row.request_hmac.equals(call.requestHmac)) throw keyReused();
  if (call.showsSecretOnce)
    throw alreadyExists(
      'ALREADY_COMPLETED',
      'This request was already carried out; its secret is shown only once',
    );
  return { status: row.status, ids: row.ids };
}

const keyReused = () =>
  failedPrecondition('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another request');

/** Length-prefixed parts, so that no two requests share bytes by moving a boundary. */
function requestBytes(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** HMAC-SHA-256 of a request's parts, 32 bytes. */
export function requestHmac(key: KeyObject, parts: readonly (string | Uint8Array)[]): Buffer {
  return hmacSha256(key, requestBytes(parts));
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
