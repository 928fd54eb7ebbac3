import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Scope } from '../../spaces/scopes/scope.ts';
import { isImport } from '../probes/credentials.ts';
import { AT_ONCE, batchInstants, type Instant } from './batches-store.ts';
import { chargeLinks, type Wait } from './charge-links.ts';
import { chargeWaiting, contestedPairs } from './charge-waiting.ts';
import { pairKeys } from './cross-pairs-store.ts';
import type { Disclosure } from './disclosure.ts';
import { type UnplacedPair, unplacedPairs } from './unplaced-pairs.ts';

const HOUR_MS = 3_600_000;
/** Shown after the stop of its writer is lifted (release-held.ts). */
const HELD_BACK = 'infinity';
type ShownAt = Instant | typeof HELD_BACK;

/**
 * Chooses the disclosure time of new pairs of scopes: the batch of their agreement, or for an import the end of the
 * pass over the space. Pairs above the budget of the writer of either record wait longer. Call it under the locks of
 * the scopes.
 * @param isPass all records of a space were matched at once, as at the end of an import
 */
export async function placePairs(
  tx: Tx,
  ctx: Ctx,
  disclosure: Disclosure,
  scopes: readonly Scope[],
  isPass: boolean,
): Promise<void> {
  const pairs = await unplacedPairs(tx, scopes, disclosure.now());
  if (pairs.length === 0) return;
  const batches = await batchInstants(tx, disclosure, pairs);
  const now = disclosure.now();
  const groups = [...Map.groupBy(pairs, ({ writer }) => `${writer.companyId} ${writer.credential}`).values()];
  const contested = await contestedPairs(tx, disclosure, pairs);
  const placed: Array<{ readonly pair: UnplacedPair; readonly wait: Wait }> = [];
  for (const group of groups) {
    const writer = group[0]?.writer;
    if (writer === undefined) continue;
    const waits = await chargeLinks(tx, ctx, disclosure, writer, group, contested);
    placed.push(...group.map((pair, n) => ({ pair, wait: waits[n] ?? null })));
  }
  const waits = await chargeWaiting(tx, ctx, disclosure, placed);
  const instants = new Map(placed.map(({ pair }, n) => [pair, instantOf(pair, waits[n] ?? null)]));
  for (const group of groups) await setInstants(tx, group, (pair) => instants.get(pair) ?? HELD_BACK);

  function instantOf(pair: UnplacedPair, wait: Wait): ShownAt {
    const batch = batches.get(pair.agreementId) ?? now;
    if (batch === AT_ONCE) return AT_ONCE;
    if (wait === null) return HELD_BACK;
    const isEnd = isPass && isImport(pair.writer.credential);
    const at = isEnd ? now : batch;
    const weakHours = pair.hasPersonalId ? 0 : disclosure.budgets.weakPairHours;
    return new Date(at.getTime() + (wait + weakHours) * HOUR_MS);
  }
}

/** @param pairs pairs of one writer */
async function setInstants(
  tx: Tx,
  pairs: readonly UnplacedPair[],
  instantOf: (pair: UnplacedPair) => ShownAt,
): Promise<void> {
  const writer = pairs[0]?.writer;
  if (writer === undefined) return;
  await tx.query(
    `UPDATE cross_pairs p SET disclose_at = i.at, credential = $7, charged_company_id = $8
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[])
       AS i(scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, at)
     WHERE (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
       = (i.scope, i.lo_company_id, i.lo_individual_id, i.hi_company_id, i.hi_individual_id)`,
    [...pairKeys(pairs), pairs.map(instantOf), writer.credential, writer.companyId],
  );
}
