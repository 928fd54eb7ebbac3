import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import {
  type CrossPair,
  crossPairsIn,
  upsertCrossPairs,
} from '../../disclosure/cross-pairs/cross-pairs-store.ts';
import type { Disclosure } from '../../disclosure/cross-pairs/disclosure.ts';
import { placePairs } from '../../disclosure/cross-pairs/place-pairs.ts';
import {
  releasePairs,
  retireShown,
  withdrawPairs,
} from '../../disclosure/cross-pairs/reconcile-cross-pairs.ts';
import { edgeMessages } from '../../links/announce-edges.ts';
import { type DecidedPair, decisionsIn } from '../../links/decisions/decisions-store.ts';
import { UNDECIDED } from '../../links/decisions/verdicts.ts';
import type { Edge } from '../../links/edge.ts';
import {
  deleteEdges,
  deleteUnlessWithheld,
  edgesOf,
  type ScoredPair,
  upsertEdges,
} from '../../links/edge-store.ts';
import { patternOfLevels } from '../../scoring/comparison-levels.ts';
import { pairScorer } from '../../scoring/link-in-bulk.ts';
import type { RecordRef } from '../../spaces/scopes/record-ref.ts';
import { companyOf } from '../../spaces/scopes/scope.ts';
import { edgeOf } from '../score-pairs.ts';
import { withheldPeople } from '../withheld-people-store.ts';
import type { SpaceRows } from './read-space.ts';
import type { SpaceMatches } from './space-matches.ts';

/** An edge that decides whether two records are one person. */
export interface JoiningPair {
  readonly a: number;
  readonly b: number;
  readonly probability: number;
  readonly pattern: number;
  readonly status: 'verified' | 'rejected';
  readonly isDecided: boolean;
}

const CHUNK = 1_000;

/**
 * Makes these pairs, and pairs with a reviewer's decision, the edges of the scope. @returns those that decide on
 * entities
 */
export async function writeLinks(
  tx: Tx,
  ctx: Ctx,
  matches: SpaceMatches,
  disclosure: Disclosure,
): Promise<JoiningPair[]> {
  const { rows, space } = matches;
  const decided = await decidedRows(tx, matches);
  const wanted = wantedPairs(matches, decided);
  const numbers = new Set(wanted.map((pair) => numberOf(rows, pair)));
  const companyId = companyOf(space.scope);
  if (companyId === null) {
    await writeAcross(tx, ctx, matches, disclosure, { wanted, numbers, decided });
    return [];
  }
  await removeOthers(tx, ctx, matches, numbers);
  const withheld = await withheldPeople(tx, companyId);
  const isWithheld = ({ a, b }: RowPair) =>
    withheld.size > 0 && [a, b].some((row) => withheld.has(rows.refOf(row).individualId));
  const joining: JoiningPair[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const chunk = wanted.slice(from, from + CHUNK);
    const edges = chunk.map(({ a, b }) => edgeFrom(matches, a, b, decided.get(numberOf(rows, { a, b }))));
    await tx.publishAll(edgeMessages(ctx, [], await upsertEdges(tx, edges)));
    joining.push(...chunk.flatMap((pair, at) => (isWithheld(pair) ? [] : joiningPair(pair, edges[at]))));
  }
  return [...joining, ...(await withheldJoining(tx, matches, companyId, withheld))];
}

/** The edges of people without live consent, as they are stored: they do not follow the matcher (edge-store.ts). */
async function withheldJoining(
  tx: Tx,
  { rows, space: { scope } }: SpaceMatches,
  companyId: number,
  withheld: ReadonlySet<number>,
): Promise<JoiningPair[]> {
  const people = [...withheld].map((individualId) => ({ scope, companyId, individualId }));
  return (await edgesOf(tx, people)).flatMap((edge) => {
    const { probability, levels, verificationStatus: status, decision } = edge;
    const [a, b] = [rows.rowOf(edge.lo), rows.rowOf(edge.hi)];
    if (a === undefined || b === undefined || status === 'pending') return [];
    return [{ a, b, probability, pattern: patternOfLevels(levels), status, isDecided: decision !== null }];
  });
}

interface WantedAcross {
  readonly wanted: readonly WantedPair[];
  readonly numbers: ReadonlySet<number>;
  readonly decided: ReadonlyMap<number, DecidedPair>;
}

/** Makes these pairs the pairs of a scope across companies. Their disclosure times are chosen after all are written. */
async function writeAcross(
  tx: Tx,
  ctx: Ctx,
  matches: SpaceMatches,
  disclosure: Disclosure,
  { wanted, numbers, decided }: WantedAcross,
): Promise<void> {
  const { rows, space } = matches;
  const placed = (await crossPairsIn(tx, space.scope)).map((pair) => {
    const [a, b] = [rows.rowOf(pair.lo), rows.rowOf(pair.hi)];
    return { pair, number: a === undefined || b === undefined ? undefined : numberOf(rows, { a, b }) };
  });
  const held = ({ number }: (typeof placed)[number]) => number !== undefined && !numbers.has(number);
  const pairsOf = (some: typeof placed) => some.map(({ pair }) => pair);
  await withdrawPairs(tx, pairsOf(placed.filter(({ number }) => number === undefined)));
  await releasePairs(tx, disclosure, pairsOf(placed.filter(held)));
  const lost: CrossPair[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const chunk = wanted.slice(from, from + CHUNK);
    const pairs = chunk.map(({ a, b }) => edgeFrom(matches, a, b, decided.get(numberOf(rows, { a, b }))));
    lost.push(...(await upsertCrossPairs(tx, pairs, disclosure.now())).lost);
  }
  await retireShown(tx, disclosure, lost);
  await placePairs(tx, ctx, disclosure, [space.scope], true);
}

interface RowPair {
  readonly a: number;
  readonly b: number;
}

interface WantedPair extends RowPair {
  readonly probability: number;
  readonly pattern: number;
}

/** A pair of rows as one number; exact below 90 million rows. */
const numberOf = ({ columns }: SpaceRows, { a, b }: RowPair): number => a * columns.count + b;

/** Reviewers' decisions about existing records, by numberOf. */
async function decidedRows(tx: Tx, { rows, space }: SpaceMatches): Promise<Map<number, DecidedPair>> {
  const decided = await decisionsIn(tx, space.scope);
  return new Map(
    decided.values().flatMap((one): Array<[number, DecidedPair]> => {
      const [a, b] = [rows.rowOf(one.pair.lo), rows.rowOf(one.pair.hi)];
      return a === undefined || b === undefined ? [] : [[numberOf(rows, { a, b }), one]];
    }),
  );
}

/** Pairs with a grade, and decided ones with any score; in order of their rows. */
function wantedPairs(
  { rows, model, pairs }: SpaceMatches,
  decided: ReadonlyMap<number, DecidedPair>,
): WantedPair[] {
  const graded = pairs.filter(({ grade }) => grade !== 'none');
  if (decided.size === 0) return graded;
  const score = pairScorer(rows.columns, model);
  const known = new Set(graded.map((pair) => numberOf(rows, pair)));
  const count = rows.columns.count;
  const added = [...decided.keys()]
    .filter((number) => !known.has(number))
    .map((number) => score(Math.floor(number / count), number % count));
  return [...graded, ...added].sort((x, y) => x.a - y.a || x.b - y.b);
}

function edgeFrom(
  { space, model, rows }: SpaceMatches,
  a: number,
  b: number,
  decided?: DecidedPair,
): ScoredPair {
  const [one, other] = [a, b].map((row) => ({ scope: space.scope, ...rows.refOf(row) }));
  if (one === undefined || other === undefined) throw new RangeError('A pair has two rows');
  return edgeOf(rows.columns, a, b, one, other, model, decided?.verdicts ?? UNDECIDED);
}

function joiningPair(
  { a, b, probability, pattern }: WantedPair,
  edge: ScoredPair | undefined,
): JoiningPair[] {
  const status = edge?.verificationStatus;
  if (edge === undefined || status === undefined || status === 'pending') return [];
  return [{ a, b, probability, pattern, status, isDecided: edge.verdicts.lo !== null }];
}

/** Deletes the edges of the scope that are not in the result. */
async function removeOthers(
  tx: Tx,
  ctx: Ctx,
  { rows, space }: SpaceMatches,
  wanted: ReadonlySet<number>,
): Promise<void> {
  const stale: Array<{ readonly id: number; readonly lo: RecordRef; readonly isGone: boolean }> = [];
  // The format of scopes is checked (scope.ts): it contains no quote.
  await tx.copyOut(
    `COPY (SELECT id, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id FROM data_lineage
       WHERE scope = '${space.scope}' AND company_id = lo_company_id) TO STDOUT (FORMAT binary)`,
    (row) => {
      const lo = { companyId: row.integer(1), individualId: row.integer(2) };
      const a = rows.rowOf(lo);
      const b = rows.rowOf({ companyId: row.integer(3), individualId: row.integer(4) });
      const isGone = a === undefined || b === undefined;
      if (isGone || !wanted.has(numberOf(rows, { a, b }))) stale.push({ id: row.integer(0), lo, isGone });
    },
  );
  for (let from = 0; from < stale.length; from += CHUNK) {
    const chunk = stale.slice(from, from + CHUNK);
    const isGone = new Map(chunk.map((one) => [one.id, one.isGone]));
    const sides = chunk.map(({ lo }) => ({ ...lo, scope: space.scope }));
    const edges = await edgesOf(tx, sides);
    const gone: Edge[] = edges.filter(({ id }) => isGone.get(id) === true);
    await deleteEdges(tx, gone);
    const unlinked = await deleteUnlessWithheld(
      tx,
      edges.filter(({ id }) => isGone.get(id) === false),
    );
    await tx.publishAll(edgeMessages(ctx, [...gone, ...unlinked], []));
  }
}
