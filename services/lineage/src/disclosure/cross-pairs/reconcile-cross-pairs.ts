import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { linkRemoved } from '../../events.ts';
import { type Edge, pairKey, refKey, viewersOf } from '../../links/edge.ts';
import { deleteEdges, type ScoredPair } from '../../links/edge-store.ts';
import type { RecordRef } from '../../spaces/scopes/record-ref.ts';
import { agreementOf, type Scope } from '../../spaces/scopes/scope.ts';
import { isBulk, isImport } from '../probes/credentials.ts';
import { noteErasures, spentSince } from '../probes/probes-store.ts';
import { raiseAlarm } from '../probes/raise-alarm.ts';
import { batchInstants, delaysOf } from './batches-store.ts';
import {
  type CrossPair,
  crossPairsOf,
  deleteCrossPairs,
  holdRetirements,
  pairKeys,
  retireCrossPairs,
  THESE_PAIRS,
  upsertCrossPairs,
} from './cross-pairs-store.ts';
import type { Disclosure } from './disclosure.ts';
import { placePairs } from './place-pairs.ts';
import { stoppedWriters } from './stopped-writers.ts';

/** A record that was matched in a scope. */
export interface LookedAt extends RecordRef {
  readonly scope: Scope;
  /** The scope no longer holds it. */
  readonly isGone: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Makes the pairs of these records across companies equal to the matcher's result. A shown edge does not change. It is
 * removed with the next batch when it has lost its evidence or the Aadhaar or PAN for which it was shown, and at once
 * when a record is gone.
 * @param records records of scopes of any kind
 * @param scored all pairs across companies that these records should have
 */
export async function reconcileCrossPairs(
  tx: Tx,
  ctx: Ctx,
  disclosure: Disclosure,
  records: readonly LookedAt[],
  scored: readonly ScoredPair[],
): Promise<void> {
  const looked = records.filter(({ scope }) => agreementOf(scope) !== null);
  if (looked.length === 0) return;
  const [{ hasUnplaced, lost }, held] = await Promise.all([
    upsertCrossPairs(tx, scored, disclosure.now()),
    crossPairsOf(tx, looked),
  ]);
  const wanted = new Set(scored.map(pairKey));
  const gone = new Set(looked.filter(({ isGone }) => isGone).map(nameOf));
  const isGone = ({ scope, lo, hi }: CrossPair) =>
    gone.has(nameOf({ scope, ...lo })) || gone.has(nameOf({ scope, ...hi }));
  const unwanted = held.filter((pair) => !wanted.has(pairKey(pair)));
  await withdrawPairs(tx, unwanted.filter(isGone));
  await noteGone(tx, ctx, disclosure, looked);
  await releasePairs(
    tx,
    disclosure,
    unwanted.filter((pair) => !isGone(pair)),
  );
  await retireShown(tx, disclosure, lost);
  const scopes = [...new Set(scored.map(({ scope }) => scope))];
  if (hasUnplaced) await placePairs(tx, ctx, disclosure, scopes, false);
}

const nameOf = ({ scope, ...ref }: RecordRef & { readonly scope: Scope }): string =>
  `${scope}/${refKey(ref)}`;

/** Removes pairs and their edges at once: a record or its consent is gone. */
export async function withdrawPairs(tx: Tx, pairs: readonly CrossPair[]): Promise<void> {
  if (pairs.length === 0) return;
  const edges = edgesOf(pairs);
  await deleteCrossPairs(tx, pairs);
  await deleteEdges(tx, edges);
  // A pair that appears again needs a new verification: the former one was for the former records.
  await tx.query(
    `DELETE FROM decisions WHERE verdict = 'verified'
       AND (scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id) IN ${THESE_PAIRS}`,
    pairKeys(pairs),
  );
  await tx.publishAll(edges.flatMap((edge) => viewersOf(edge).map((company) => linkRemoved(edge, company))));
}

/** Removes pairs without evidence: at once if they are not shown yet, else with a batch. */
export async function releasePairs(
  tx: Tx,
  disclosure: Disclosure,
  pairs: readonly CrossPair[],
): Promise<void> {
  if (pairs.length === 0) return;
  await deleteCrossPairs(
    tx,
    pairs.filter(({ edgeId }) => edgeId === null),
  );
  await retireShown(
    tx,
    disclosure,
    pairs.filter(({ edgeId }) => edgeId !== null),
  );
}

/**
 * Schedules the removal of shown pairs with the next batch. If a stopped credential wrote one of the records last, the
 * pair stays until the stop is lifted: its removal would answer that write.
 */
export async function retireShown(
  tx: Tx,
  disclosure: Disclosure,
  shown: readonly CrossPair[],
): Promise<void> {
  if (shown.length === 0) return;
  await holdRetirements(tx, await stoppedWriters(tx, shown));
  const delays = await delaysOf(
    tx,
    shown.map(({ agreementId }) => agreementId),
  );
  await retireCrossPairs(tx, shown, await batchInstants(tx, disclosure, delays));
}

/** The edges of shown pairs, with the fields that their removal needs. */
export const edgesOf = (pairs: readonly CrossPair[]): Array<Pick<Edge, 'id' | 'lo' | 'hi'>> =>
  pairs.flatMap(({ edgeId, lo, hi }) => (edgeId === null ? [] : [{ id: edgeId, lo, hi }]));

/**
 * Removals of records that had linked: the probe stays. Many by one credential, or by a company's imports, raise an
 * alarm.
 */
async function noteGone(
  tx: Tx,
  ctx: Ctx,
  { now, budgets }: Disclosure,
  looked: readonly LookedAt[],
): Promise<void> {
  const gone = looked.filter(({ isGone }) => isGone);
  if (gone.length === 0) return;
  const at = now();
  const since = new Date(at.getTime() - DAY_MS);
  const noted = await noteErasures(tx, gone, { since, at });
  for (const one of new Map(noted.map((probe) => [JSON.stringify(probe), probe])).values()) {
    const isOfImport = isImport(one.credential);
    if (isBulk(one.credential) && !isOfImport) continue;
    const spent = await spentSince(tx, 'erasure', one, { since, until: at });
    const events = isOfImport ? spent.byCompany : spent.byCredential;
    const budget = isOfImport ? budgets.importLinksAlarm : budgets.erasuresPerDay;
    const reason = isOfImport ? 'imports' : 'erasures';
    if (events > budget) await raiseAlarm(tx, ctx, { ...one, reason, events, budget }, at);
  }
}
