import { AppError } from '../../core/errors/app-error.ts';
import type { Tx } from '../database.ts';
import { type IdempotentCall, idOf, type Outcome } from './idempotent-call.ts';

/** A call, and what will have come of it when the transaction commits. */
export interface Claim {
  readonly call: IdempotentCall;
  readonly outcome: Outcome<object>;
}

/** The arguments of claim_keys and claim_all_keys from `$first` on. */
const keysFrom = (first: number): string =>
  ['bigint[]', 'text[]', 'text[]', 'text[]', 'bytea[]', 'integer[]', 'text[]']
    .map((type, n) => `$${first + n}::${type}`)
    .join(', ');

const CLAIM = `SELECT company_id, principal, route, key FROM claim_keys(${keysFrom(1)})`;

interface Claimed {
  readonly company_id: number;
  readonly principal: string;
  readonly route: string;
  readonly key: string;
}

/**
 * Takes the keys of these calls, each with its outcome, in one order, so that no two transactions wait for each other;
 * waits while another transaction has one of them. An expired key is free again. `tx` must be able to see the
 * companies.
 * @returns for each call whether its key was free; of two calls with one key the first alone has it
 */
export async function claimAll(tx: Pick<Tx, 'query'>, claims: readonly Claim[]): Promise<boolean[]> {
  const names = claims.map(({ call }) => nameOf(idOf(call)));
  const isFirst = names.map((name, n) => names.indexOf(name) === n);
  const firsts = claims.filter((_, n) => isFirst[n]);
  const rows = await tx.query<Claimed>({
    name: 'claim_idempotency_keys',
    text: CLAIM,
    values: claimValues(firsts),
  });
  const free = new Set(rows.map((row) => nameOf([row.company_id, row.principal, row.route, row.key])));
  return names.map((name, n) => isFirst[n] === true && free.has(name));
}

/** Parameters of the claims for claim_keys and `claiming`. */
export function claimValues(claims: readonly Claim[]): unknown[] {
  const ids = claims.map(({ call }) => idOf(call));
  return [
    ids.map(([companyId]) => companyId),
    ids.map(([, principal]) => principal),
    ids.map(([, , route]) => route),
    ids.map(([, , , key]) => key),
    claims.map(({ call }) => Buffer.from(call.requestHmac)),
    claims.map(({ outcome }) => outcome.status),
    claims.map(({ outcome }) => JSON.stringify(outcome.ids)),
  ];
}

/** Whether all keys of these concurrent calls are distinct. */
export function haveDistinctKeys(claims: readonly Claim[]): boolean {
  return new Set(claims.map(({ call }) => nameOf(idOf(call)))).size === claims.length;
}

/**
 * SQL for a statement in autocommit: claims all keys and then evaluates `argument`, which the function that does the
 * claimed calls gets. If a key is taken, the statement is rolled back: see isClaimRolledBack. The claims have distinct
 * keys, and their values (claimValues) start at parameter `$first`.
 */
export function claiming(first: number, argument: string): string {
  return `CASE WHEN claim_all_keys(${keysFrom(first)}) THEN ${argument} END`;
}

/** Whether a statement with `claiming` or take_back() rolled itself back. */
export function isClaimRolledBack(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.reason === 'TAKEN_BACK';
}

/** Releases keys that this transaction has claimed for calls that were not done. */
export async function release(tx: Pick<Tx, 'query'>, calls: readonly IdempotentCall[]): Promise<void> {
  for (const call of calls)
    await tx.query(
      'DELETE FROM idempotency WHERE company_id = $1 AND principal = $2 AND route = $3 AND key = $4',
      [...idOf(call)],
    );
}

const nameOf = (id: readonly unknown[]): string => JSON.stringify(id);
