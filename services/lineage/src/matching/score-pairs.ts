import type { DecidedPair } from '../links/decisions/decisions-store.ts';
import { relationshipOf, statusOf, UNDECIDED } from '../links/decisions/verdicts.ts';
import { ordered, pairKey } from '../links/edge.ts';
import type { ScoredPair } from '../links/edge-store.ts';
import { agreeingFields } from '../links/level-names.ts';
import { clearCommon } from '../scoring/common-values.ts';
import { confidenceOf } from '../scoring/confidence.ts';
import { evidenceOf } from '../scoring/evidence.ts';
import { allocateColumns, type FeatureColumns, KEY_WORDS } from '../scoring/feature-columns.ts';
import { pairLinker } from '../scoring/link-in-bulk.ts';
import type { LinkageModel } from '../scoring/linkage-model.ts';
import { handlesOf, rowUnpacker } from '../scoring/packed-record.ts';
import { agreementOf } from '../spaces/scopes/scope.ts';
import type { PairedIds } from './find-pairs.ts';
import type { OpenedRecord } from './open-records.ts';
import { yieldBetweenSlices } from './time-slices.ts';

export interface ScoreInput {
  readonly records: readonly OpenedRecord[];
  readonly pairs: PairedIds;
  /** `space/token` of handles and `space/cell` of values that count as missing. */
  readonly hot: ReadonlySet<string>;
  readonly modelOf: (spaceId: number) => LinkageModel;
  /** Decided pairs by pairKey, which are kept with any score. */
  readonly decided: ReadonlyMap<string, DecidedPair>;
}

/** The pairs that are edges, in a fixed order, with their evidence and status. */
export async function scorePairs({
  records,
  pairs,
  hot,
  modelOf,
  decided,
}: ScoreInput): Promise<ScoredPair[]> {
  const columns = columnsOf(records, hot);
  const rowOf = new Map(records.map(({ recordId }, row) => [recordId, row]));
  const linkers = new Map<number, ReturnType<typeof pairLinker>>();
  const scored = new Map<string, ScoredPair>();
  const turn = yieldBetweenSlices();
  for (const [low, others] of pairs) {
    await turn();
    for (const high of others.keys()) {
      const [a, b] = [rowOf.get(low) ?? -1, rowOf.get(high) ?? -1];
      const [one, other] = [records[a], records[b]];
      if (one === undefined || other === undefined || !mayPair(one, other)) continue;
      const model = modelOf(one.spaceId);
      const link = linkers.get(one.spaceId) ?? pairLinker(columns, model, model.thresholds.pending);
      linkers.set(one.spaceId, link);
      const isEdge = (link(a, b)?.grade ?? 'none') !== 'none';
      // Nearly all pairs are of different people, without a decision.
      if (!isEdge && decided.size === 0) continue;
      const [lo, hi] = ordered(one, other);
      const key = pairKey({ scope: one.scope, lo, hi });
      const verdicts = decided.get(key)?.verdicts;
      if (!isEdge && verdicts === undefined) continue;
      scored.set(key, edgeOf(columns, a, b, one, other, model, verdicts));
    }
  }
  return [...scored].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

type ScopedRecord = Pick<OpenedRecord, 'scope' | 'companyId' | 'individualId'>;

/** The edge of rows a and b, which hold the features of `one` and `other`. */
export function edgeOf(
  columns: FeatureColumns,
  a: number,
  b: number,
  one: ScopedRecord,
  other: ScopedRecord,
  model: LinkageModel,
  verdicts = UNDECIDED,
): ScoredPair {
  const [lo, hi] = ordered(one, other);
  const { levels, weights, probability, grade } = evidenceOf(columns, a, b, model);
  return {
    scope: one.scope,
    agreementId: agreementOf(one.scope),
    lo,
    hi,
    relationshipType: relationshipOf({ lo, hi }, grade, verdicts),
    verificationStatus: statusOf(grade, verdicts),
    probability,
    confidenceScore: confidenceOf(probability),
    matchingFields: agreeingFields(levels),
    levels,
    weights,
    modelVersion: model.version,
    verdicts,
  };
}

/** A cross scope pairs records of different companies only. */
function mayPair(one: OpenedRecord, other: OpenedRecord): boolean {
  if (one.spaceId !== other.spaceId) return false;
  return one.scope.startsWith('intra:') || one.companyId !== other.companyId;
}

/** Records as columns, without hot handles and common values. */
export function columnsOf(records: readonly OpenedRecord[], hot: ReadonlySet<string>): FeatureColumns {
  const columns = allocateColumns(records.length);
  const unpack = rowUnpacker(columns);
  for (const [row, { packed, spaceId }] of records.entries()) {
    unpack(row, packed);
    if (hot.size === 0) continue;
    clearCommon(columns, row, (cell) => hot.has(`${spaceId}/${cell}`));
    for (const [slot, token] of handlesOf(packed).entries())
      if (token !== 0n && hot.has(`${spaceId}/${token}`))
        columns.keys.fill(0, row * KEY_WORDS + 2 * slot, row * KEY_WORDS + 2 * slot + 2);
  }
  return columns;
}
