import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { isImport } from '../probes/credentials.ts';
import type { Spender } from '../probes/probes-store.ts';
import type { Scope } from '../scopes/scope.ts';
import { batchInstants } from './batches-store.ts';
import { chargeLinks } from './charge-links.ts';
import { type CrossPair, pairKeys } from './cross-pairs-store.ts';
import type { Disclosure } from './disclosure.ts';
import { type UnplacedPair, unplacedPairs } from './unplaced-pairs.ts';

const HOUR_MS = 3_600_000;
const HELD_BACK = 'infinity';

/** When a pair is shown. */
type Instant = Date | typeof HELD_BACK;

/**
 * Chooses when the new pairs of scopes are shown: in the batch of their agreement, those of an import when a pass over the
 * space ends it, and never those beyond the budget of the credential whose write made them. Under the locks of the scopes.
 * @param isPass all records of a space were matched at once, as at the end of an import
 */
export async function placePairs(
  tx: Tx,
  ctx: Ctx,
  disclosure: Disclosure,
  scopes: readonly Scope[],
  isPass: boolean,
): Promise<void> {
  const pairs = await unplacedPairs(tx, scopes);
  if (pairs.length === 0) return;
  const batches = await batchInstants(tx, disclosure, pairs);
  const now = disclosure.now();
  const groups = Map.groupBy(pairs, ({ writer }) => `${writer.companyId} ${writer.credential}`);
  for (const group of groups.values()) {
    const writer = group[0]?.writer;
    if (writer === undefined) continue;
    const batchOf = (pair: UnplacedPair): Date => {
      const isEnd = isPass && isImport(writer.credential);
      const at = isEnd ? now : (batches.get(pair.agreementId) ?? now);
      const waits = pair.minutes > 0 && !pair.hasPersonalId;
      return waits ? new Date(at.getTime() + disclosure.budgets.weakPairHours * HOUR_MS) : at;
    };
    const waits = await chargeLinks(tx, ctx, disclosure, writer, group);
    const instants = group.map((pair, at): Instant => {
      if (pair.minutes === 0) return batchOf(pair);
      const hours = waits[at] ?? null;
      return hours === null ? HELD_BACK : new Date(batchOf(pair).getTime() + hours * HOUR_MS);
    });
    await setInstants(tx, group, instants, writer);
  }
}

async function setInstants(
  tx: Tx,
  pairs: readonly CrossPair[],
  instants: readonly Instant[],
  writer: Spender,
): Promise<void> {
  await tx.query(
    `UPDATE cross_pairs p SET disclose_at = i.at, credential = $7, charged_company_id = $8
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[])
       AS i(scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, at)
     WHERE (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
       = (i.scope, i.lo_company_id, i.lo_individual_id, i.hi_company_id, i.hi_individual_id)`,
    [...pairKeys(pairs), instants, writer.credential, writer.companyId],
  );
}
