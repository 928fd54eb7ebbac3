import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Disclosure } from '../disclosure/cross-pairs/disclosure.ts';
import { reconcileCrossPairs } from '../disclosure/cross-pairs/reconcile-cross-pairs.ts';
import { edgeMessages } from '../links/announce-edges.ts';
import type { DecidedPair } from '../links/decisions/decisions-store.ts';
import { pairKey } from '../links/edge.ts';
import type { EdgeIds } from '../links/edge-ids.ts';
import { deleteEdges, deleteUnlessWithheld, type ScoredPair, upsertEdges } from '../links/edge-store.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import { takeRematches } from '../spaces/rematch-store.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import { beginMatch } from './begin-match.ts';
import { addPair, askedTokens, findPairs, type PairedIds } from './find-pairs.ts';
import { coolTokens } from './hot-tokens-store.ts';
import type { Models } from './models.ts';
import { type Answers, type Neighbourhood, queryNeighbourhood, readNeighbourhood } from './neighbourhood.ts';
import { type OpenedRecord, openById } from './open-records.ts';
import type { OpenSpaces } from './open-spaces.ts';
import { findRecords } from './records-store.ts';
import { repairEntities } from './repair-entities.ts';
import { scorePairs } from './score-pairs.ts';
import type { Touched } from './store-features.ts';

export interface MatchingDeps {
  readonly keys: StoreKeys;
  readonly models: Models;
  readonly edgeIds: EdgeIds;
  /** Settings for pairs across companies. */
  readonly disclosure: Disclosure;
  /** Records per batch, and the most records that are matched again with it. */
  readonly matchBatch: number;
}

/**
 * Finds, scores and stores the edges of these people and of waiting records in their scopes, deletes edges without
 * evidence, and repairs entities. This is the second of two transactions: it starts after the features were committed
 * and holds the locks of the scopes, so the last one sees all records. It is idempotent: edges and entities depend only
 * on the records, the decisions and the model.
 * @returns the number of matched records
 */
export async function matchRecords(
  deps: MatchingDeps,
  tx: Tx,
  ctx: Ctx,
  scopes: readonly Scope[],
  touched: readonly Touched[],
): Promise<number> {
  const [{ spaces, own: named }, foreseen] = await Promise.all([
    beginMatch(tx, deps, scopes, touched),
    foresee(deps, tx, touched),
  ]);
  const own = [...named, ...(await othersWaiting(deps, tx, spaces, named))];
  const absent = absentOf(spaces, touched, own);
  const asked = askedTokens(own, spaces.hot);
  const answers = isAsForeseen(foreseen, own, absent, asked.length)
    ? foreseen
    : await queryNeighbourhood(tx, asked, [...own, ...absent], spaces.isDecided);
  const around = readNeighbourhood(spaces, answers);
  const { scored, opened } = await scoreRecords(deps, tx, spaces, own, around);
  const across = scored.filter(({ agreementId }) => agreementId !== null);
  const inside = scored.filter(({ agreementId }) => agreementId === null);
  const wanted = new Set(inside.map(pairKey));
  const stale = around.edges.filter((edge) => edge.agreementId === null && !wanted.has(pairKey(edge)));
  const isAbsent = new Set(absent.map(refOf));
  const [gone = [], unlike = []] = [true, false].map((isGone) =>
    stale.filter(
      (edge) => [edge.lo, edge.hi].some((end) => isAbsent.has(refOf({ ...edge, ...end }))) === isGone,
    ),
  );
  const ids = await deps.edgeIds.take(inside.length);
  const looked = [
    ...own.map((record) => ({ ...record, isGone: false })),
    ...absent.map((record) => ({ ...record, isGone: true })),
  ];
  // In this order, without waiting for each answer; events of edges are written while entities are repaired.
  const unlinked = deleteUnlessWithheld(tx, unlike);
  await Promise.all([
    unlinked,
    deleteEdges(tx, gone),
    upsertEdges(tx, inside, ids).then(async (changed) =>
      tx.publishAll(edgeMessages(ctx, [...gone, ...(await unlinked)], changed)),
    ),
    repairEntities(deps, tx, spaces, [...around.edges, ...inside], opened).then(tx.publishAll),
    reconcileCrossPairs(tx, ctx, deps.disclosure, looked, across),
  ]);
  return own.length;
}

/** Answers to speculative queries, valid only if their records are still current. */
interface Foreseen extends Answers {
  /** The records for which the queries were made, by id. */
  readonly packedOf: ReadonlyMap<number, Buffer>;
}

/**
 * Recently written records are usually unchanged when the locks are held: querying their neighbourhood together with
 * the locks saves a round trip.
 */
async function foresee(
  { keys, matchBatch }: MatchingDeps,
  tx: Tx,
  touched: readonly Touched[],
): Promise<Foreseen | undefined> {
  const own = touched.flatMap(({ written }) => {
    const packed = written === null ? undefined : keys.rows.find(written.recordId)?.packed;
    return written === null || packed === undefined ? [] : [{ ...written, packed }];
  });
  if (own.length < touched.length || own.length === 0 || matchBatch > 0) return undefined;
  const packedOf = new Map(own.map(({ recordId, packed }) => [recordId, packed]));
  return { ...(await queryNeighbourhood(tx, askedTokens(own, NOTHING_COMMON), touched, true)), packedOf };
}

const NOTHING_COMMON: ReadonlySet<string> = new Set();

/**
 * Whether the query was about exactly these records and buckets in their current state. An unchanged record has the
 * same Buffer as in the query; any other is decrypted into a new one.
 */
function isAsForeseen(
  foreseen: Foreseen | undefined,
  own: readonly OpenedRecord[],
  absent: readonly Touched[],
  buckets: number,
): foreseen is Foreseen {
  if (foreseen === undefined || foreseen.packedOf.size !== own.length || absent.length > 0) return false;
  if (foreseen.asked.length !== buckets) return false;
  return own.every(({ recordId, packed }) => foreseen.packedOf.get(recordId) === packed);
}

/** Other records that wait to be matched again. */
async function othersWaiting(
  { keys, matchBatch }: MatchingDeps,
  tx: Tx,
  spaces: OpenSpaces,
  named: readonly OpenedRecord[],
): Promise<OpenedRecord[]> {
  if (matchBatch === 0 || spaces.waiting.length === 0) return [];
  await coolTokens(tx, spaces.cipherOf, spaces.waiting, spaces.hot);
  const again = await takeRematches(tx, spaces.waiting, matchBatch);
  const isNamed = new Set(named.map(({ recordId }) => recordId));
  const others = again.filter((recordId) => !isNamed.has(recordId));
  return await openById(tx, keys, spaces.scopeOf, others);
}

/** The edges that these records should have, and all decrypted records. */
async function scoreRecords(
  { keys }: MatchingDeps,
  tx: Tx,
  spaces: OpenSpaces,
  own: readonly OpenedRecord[],
  { buckets, decided }: Neighbourhood,
): Promise<{ readonly scored: ScoredPair[]; readonly opened: readonly OpenedRecord[] }> {
  if (own.length === 0) return { scored: [], opened: [] };
  const pairs = await findPairs(tx, spaces, own, buckets);
  await addDecided(tx, spaces, decided, pairs);
  const opened = [...own, ...(await openById(tx, keys, spaces.scopeOf, idsBeside(pairs, own)))];
  const { hot, modelOf } = spaces;
  return { scored: await scorePairs({ records: opened, pairs, hot, modelOf, decided }), opened };
}

/** Decided pairs are scored even if no key joins them any longer. */
async function addDecided(
  tx: Tx,
  spaces: OpenSpaces,
  decided: ReadonlyMap<string, DecidedPair>,
  pairs: Awaited<ReturnType<typeof findPairs>>,
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
    for (const high of others.keys()) ids.add(high);
  }
  for (const { recordId } of own) ids.delete(recordId);
  return [...ids];
}

/** People whose edges must be deleted: they may not be matched in the scope, or have no record in its active space. */
function absentOf(spaces: OpenSpaces, touched: readonly Touched[], own: readonly OpenedRecord[]): Touched[] {
  const held = new Set(own.map(refOf));
  return touched.filter((one) => !held.has(refOf(one)) && (one.isGone || spaces.idOf.has(one.scope)));
}

const refOf = ({ scope, companyId, individualId }: Pick<Touched, 'scope' | 'companyId' | 'individualId'>) =>
  `${scope}/${companyId}/${individualId}`;
