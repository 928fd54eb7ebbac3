import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { type DecidedPair, decisionsOf } from '../decisions/decisions-store.ts';
import { mendEntities } from '../entities/mend-entities.ts';
import type { StoreKeys } from '../keys/store-keys.ts';
import { announceEdges } from '../links/announce-edges.ts';
import { type Pair, pairKey } from '../links/edge.ts';
import { deleteEdges, edgesOf, type ScoredPair, upsertEdges } from '../links/edge-store.ts';
import type { Scope } from '../scopes/scope.ts';
import { lockScopes } from '../spaces/space-lock.ts';
import { takeAgain } from './again-store.ts';
import { addPair, findPairs, type PairedIds } from './find-pairs.ts';
import { coolTokens } from './hot-tokens-store.ts';
import type { Models } from './models.ts';
import { type OpenedRecord, openById, openRecords } from './open-records.ts';
import { type OpenSpaces, openSpaces } from './open-spaces.ts';
import { findRecords } from './records-store.ts';
import { scorePairs } from './score-pairs.ts';
import type { Touched } from './store-features.ts';

export interface MatchingDeps {
  readonly keys: StoreKeys;
  readonly models: Models;
  /** Records matched in one go; of those that wait to be matched again at most so many. */
  readonly matchBatch: number;
}

/**
 * Finds, scores and stores the edges of these people and of others in their scopes that wait to be matched again, takes
 * back edges whose evidence is gone, and mends entities. The second of two transactions: it begins after the features
 * were committed and holds the locks of the scopes, so that the last one to run sees everybody. Doing it again changes
 * nothing: edges and entities are a function of the records, the decisions and the model alone.
 * @returns how many records were matched
 */
export async function matchRecords(
  deps: MatchingDeps,
  tx: Tx,
  ctx: Ctx,
  scopes: readonly Scope[],
  touched: readonly Touched[],
): Promise<number> {
  await lockScopes(tx, scopes);
  const spaces = await openSpaces(tx, deps, scopes);
  const own = await ownRecords(deps, tx, spaces, touched);
  const scored = await scoreRecords(deps, tx, spaces, own);
  const wanted = new Set(scored.map(pairKey));
  const existing = await edgesOf(tx, [...own, ...absentOf(spaces, touched, own)]);
  const removed = existing.filter((edge) => !wanted.has(pairKey(edge)));
  await deleteEdges(tx, removed);
  const changed = await upsertEdges(tx, scored);
  await announceEdges(tx, ctx, removed, changed);
  await mendEntities(deps, tx, spaces, [...existing, ...scored]);
  return own.length;
}

async function ownRecords(
  { keys, matchBatch }: MatchingDeps,
  tx: Tx,
  spaces: OpenSpaces,
  touched: readonly Touched[],
): Promise<OpenedRecord[]> {
  const isForOthers = matchBatch > 0 && spaces.waiting.length > 0;
  if (isForOthers) await coolTokens(tx, spaces.cipherOf, spaces.waiting, spaces.hot);
  const again = isForOthers ? await takeAgain(tx, spaces.waiting, matchBatch) : [];
  const names = touched.flatMap(({ scope, ...person }) => {
    const spaceId = spaces.idOf.get(scope);
    return spaceId === undefined ? [] : [{ ...person, spaceId }];
  });
  const named = await openRecords(keys, spaces.scopeOf, await findRecords(tx, names));
  const isNamed = new Set(named.map(({ recordId }) => recordId));
  const others = again.filter((recordId) => !isNamed.has(recordId));
  return [...named, ...(await openById(tx, keys, spaces.scopeOf, others))];
}

/** The edges that these records have to have. */
async function scoreRecords(
  { keys }: MatchingDeps,
  tx: Tx,
  spaces: OpenSpaces,
  own: readonly OpenedRecord[],
): Promise<ScoredPair[]> {
  if (own.length === 0) return [];
  const pairs = await findPairs(tx, spaces, own);
  const decided = spaces.isDecided ? await decisionsOf(tx, own) : new Map<string, DecidedPair>();
  await addDecided(tx, spaces, decided, pairs);
  const others = await openById(tx, keys, spaces.scopeOf, idsBeside(pairs, own));
  return scorePairs({
    records: [...own, ...others],
    pairs,
    hot: spaces.hot,
    modelOf: spaces.modelOf,
    decided,
  });
}

/** Pairs that people decided about are looked at even when nothing brings them together any more. */
async function addDecided(
  tx: Tx,
  spaces: OpenSpaces,
  decided: ReadonlyMap<string, DecidedPair>,
  pairs: Map<number, Set<number>>,
): Promise<void> {
  const sides = [...decided.values()].flatMap(({ pair: { scope, lo, hi } }) => {
    const spaceId = spaces.idOf.get(scope);
    return spaceId === undefined
      ? []
      : [
          { ...lo, spaceId },
          { ...hi, spaceId },
        ];
  });
  if (sides.length === 0) return;
  const idOf = new Map((await findRecords(tx, sides)).map((record) => [nameOf(record), record.recordId]));
  for (const { pair } of decided.values()) {
    const [one, other] = [pair.lo, pair.hi].map((side) =>
      idOf.get(nameOf({ ...side, spaceId: spaces.idOf.get(pair.scope) })),
    );
    if (one !== undefined && other !== undefined) addPair(pairs, one, other);
  }
}

const nameOf = (of: { spaceId?: number | undefined; companyId: number; individualId: number }): string =>
  `${of.spaceId}/${of.companyId}/${of.individualId}`;

function idsBeside(pairs: PairedIds, own: readonly OpenedRecord[]): number[] {
  const ids = new Set<number>();
  for (const [low, others] of pairs) {
    ids.add(low);
    for (const high of others) ids.add(high);
  }
  for (const { recordId } of own) ids.delete(recordId);
  return [...ids];
}

/** People whose edges have to go: they are gone, or hold nothing where their scope is matched. */
function absentOf(spaces: OpenSpaces, touched: readonly Touched[], own: readonly OpenedRecord[]): Touched[] {
  const keyOf = ({ scope, companyId, individualId }: Pick<Pair, 'scope'> & Touched) =>
    `${scope}/${companyId}/${individualId}`;
  const held = new Set(own.map((record) => keyOf({ ...record, isGone: false })));
  return touched.filter((one) => !held.has(keyOf(one)) && (one.isGone || spaces.idOf.has(one.scope)));
}
