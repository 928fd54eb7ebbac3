import type { Tx } from '@pii-vault/platform/postgres/database';
import { commonSlots } from '../scoring/common-values.ts';
import { HANDLE_FIELDS, KEY_KINDS } from '../scoring/feature-columns.ts';
import type { AskedToken, Bucket } from './buckets-store.ts';
import { heatTokens } from './hot-tokens-store.ts';
import type { OpenedRecord } from './open-records.ts';
import type { OpenSpaces } from './open-spaces.ts';
import { countedValues, tokensOf } from './packed-record.ts';
import { yieldBetweenSlices } from './time-slices.ts';

const kindOfSlot = KEY_KINDS.flatMap((kind) => Array.from({ length: kind.slots }, () => kind));

/** Pairs of record ids, the lower first; at least one of them is own. */
export type PairedIds = ReadonlyMap<number, ReadonlyMap<number, Reason>>;

/**
 * Whether what a pair shares is a reason to compare it, or one key of a kind that is none alone
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
      // Two of ours meet in a bucket once.
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

/** @param reason what a key that they share is alone; a second one is always enough */
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
 * The buckets of these records, each once; none of a value that too many have.
 * @param hot `space/cell` of such values, among others
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
