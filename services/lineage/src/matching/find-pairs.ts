import type { Tx } from '@pii-vault/platform/postgres/database';
import { commonSlots } from '../scoring/common-values.ts';
import { HANDLE_FIELDS, KEY_KINDS } from '../scoring/feature-columns.ts';
import { countedValues, tokensOf } from '../scoring/packed-record.ts';
import type { AskedToken, Bucket } from './buckets-store.ts';
import { heatTokens } from './hot-tokens-store.ts';
import type { OpenedRecord } from './open-records.ts';
import type { OpenSpaces } from './open-spaces.ts';
import { yieldBetweenSlices } from './time-slices.ts';

const kindOfSlot = KEY_KINDS.flatMap((kind) => Array.from({ length: kind.slots }, () => kind));

/** Pairs of record ids, the lower first; at least one is of this batch. */
export type PairedIds = ReadonlyMap<number, ReadonlyMap<number, Reason>>;

/**
 * Whether the shared keys suffice to compare a pair, or are one key of a kind that is insufficient alone
 * (insufficient-alone.ts).
 */
type Reason = 'enough' | 'one rough key';

/** Pairs of these records that share enough keys. Buckets over their cap give no pairs and are recorded. */
export async function findPairs(
  tx: Tx,
  { cipherOf, hot, modelOf }: Pick<OpenSpaces, 'cipherOf' | 'hot' | 'modelOf'>,
  own: readonly OpenedRecord[],
  buckets: readonly Bucket[],
): Promise<Map<number, Map<number, Reason>>> {
  const isCrowded = ({ asked, recordIds }: Bucket) => recordIds.length > asked.cap;
  await heatTokens(
    tx,
    cipherOf,
    buckets.filter(isCrowded).map(({ asked }) => asked),
    hot,
  );
  const ownIds = new Set(own.map(({ recordId }) => recordId));
  const pairs = new Map<number, Map<number, Reason>>();
  const turn = yieldBetweenSlices();
  for (const bucket of buckets) {
    if (isCrowded(bucket)) continue;
    await turn();
    const { spaceId, kind } = bucket.asked;
    const reason = modelOf(spaceId).neverAlone?.includes(kind) === true ? 'one rough key' : 'enough';
    for (const mine of bucket.recordIds) {
      if (!ownIds.has(mine)) continue;
      // Two records of this batch meet in a bucket once.
      for (const other of bucket.recordIds)
        if (other > mine || !ownIds.has(other)) addPair(pairs, mine, other, reason);
    }
  }
  dropWithoutReason(pairs);
  return pairs;
}

function dropWithoutReason(pairs: Map<number, Map<number, Reason>>): void {
  for (const [low, partners] of pairs) {
    for (const [high, reason] of partners) if (reason !== 'enough') partners.delete(high);
    if (partners.size === 0) pairs.delete(low);
  }
}

/** @param reason whether one shared key suffices; a second one always does */
export function addPair(
  pairs: Map<number, Map<number, Reason>>,
  one: number,
  other: number,
  reason: Reason = 'enough',
): void {
  if (one === other) return;
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  const partners = pairs.get(low);
  if (partners === undefined) pairs.set(low, new Map([[high, reason]]));
  else partners.set(high, partners.has(high) ? 'enough' : reason);
}

/**
 * The buckets of these records, without duplicates and without those of common values.
 * @param hot contains `space/cell` of such values, among others
 */
export function askedTokens(
  own: ReadonlyArray<Pick<OpenedRecord, 'spaceId' | 'packed'>>,
  hot: ReadonlySet<string>,
): AskedToken[] {
  const bySpace = new Map<number, Map<bigint, AskedToken>>();
  for (const { spaceId, packed } of own) {
    const asked = bySpace.get(spaceId) ?? new Map<bigint, AskedToken>();
    bySpace.set(spaceId, asked);
    const common = commonSlots(countedValues(packed), (cell) => hot.has(`${spaceId}/${cell}`));
    for (const [slot, token] of tokensOf(packed).entries()) {
      const kind = kindOfSlot[slot];
      if (token === 0n || kind === undefined || common.includes(slot)) continue;
      const isHandle = slot < HANDLE_FIELDS.length;
      asked.set(token, { spaceId, token, kind: kind.name, cap: kind.cap, isHandle });
    }
  }
  return [...bySpace.values()].flatMap((asked) => [...asked.values()]);
}
