import type { Tx } from '../db/database.ts';
import { type IdempotentCall, idOf, type Outcome } from './idempotent-call.ts';

/** A call, and what will have come of it when the transaction commits. */
export interface Claim {
  readonly call: IdempotentCall;
  readonly outcome: Outcome<object>;
}

const CLAIM = `INSERT INTO idempotency AS known (company_id, principal, route, key, request_hmac, status, ids)
  SELECT company_id, principal, route, key, request_hmac, status, ids::jsonb
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::integer[], $7::text[])
    AS claim (company_id, principal, route, key, request_hmac, status, ids)
  ORDER BY company_id, principal, route, key
  ON CONFLICT (company_id, principal, route, key) DO UPDATE
    SET request_hmac = excluded.request_hmac, status = excluded.status, ids = excluded.ids, created_at = now()
    WHERE known.created_at < now() - interval '24 hours'
  RETURNING company_id, principal, route, key`;

interface Claimed {
  readonly company_id: number;
  readonly principal: string;
  readonly route: string;
  readonly key: string;
}

/**
 * Takes the keys of these calls, each with its outcome, in one order, so that no two transactions wait for each other; waits
 * while another transaction has one of them. An expired key is free again. `tx` must be able to see the companies.
 * @returns for each call whether its key was free; of two calls with one key the first alone has it
 */
export async function claimAll(tx: Pick<Tx, 'query'>, claims: readonly Claim[]): Promise<boolean[]> {
  const names = claims.map(({ call }) => nameOf(idOf(call)));
  const isFirst = names.map((name, n) => names.indexOf(name) === n);
  const firsts = claims.filter((_, n) => isFirst[n]);
  const ids = firsts.map(({ call }) => idOf(call));
  const rows = await tx.query<Claimed>({
    name: 'claim_idempotency_keys',
    text: CLAIM,
    values: [
      ids.map(([companyId]) => companyId),
      ids.map(([, principal]) => principal),
      ids.map(([, , route]) => route),
      ids.map(([, , , key]) => key),
      firsts.map(({ call }) => Buffer.from(call.requestHmac)),
      firsts.map(({ outcome }) => outcome.status),
      firsts.map(({ outcome }) => JSON.stringify(outcome.ids)),
    ],
  });
  const free = new Set(rows.map((row) => nameOf([row.company_id, row.principal, row.route, row.key])));
  return names.map((name, n) => isFirst[n] === true && free.has(name));
}

/** Gives keys back that this transaction has claimed for what did not come about. */
export async function release(tx: Pick<Tx, 'query'>, calls: readonly IdempotentCall[]): Promise<void> {
  for (const call of calls)
    await tx.query(
      'DELETE FROM idempotency WHERE company_id = $1 AND principal = $2 AND route = $3 AND key = $4',
      [...idOf(call)],
    );
}

const nameOf = (id: readonly unknown[]): string => JSON.stringify(id);
