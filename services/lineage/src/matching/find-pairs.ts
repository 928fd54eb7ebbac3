import type { Tx } from '@pii-vault/platform/db/database';
import { HANDLE_FIELDS, KEY_KINDS } from '../scoring/feature-columns.ts';
import type { AskedToken, Bucket } from './buckets-store.ts';
import { heatTokens } from './hot-tokens-store.ts';
import type { OpenedRecord } from './open-records.ts';
import type { OpenSpaces } from './open-spaces.ts';
import { tokensOf } from './packed-record.ts';
import { takingTurns } from './turns.ts';

const kindOfSlot = KEY_KINDS.flatMap((kind) => Array.from({ length: kind.slots }, () => kind));

/** Pairs of record ids, the lower first; at least one of them is own. */
export type PairedIds = ReadonlyMap<number, ReadonlySet<number>>;

/** Whom these records share one of these buckets with. Those that are over their cap join nobody and are noted. */
export async function findPairs(
  tx: Tx,
  { cipherOf, hot }: Pick<OpenSpaces, 'cipherOf' | 'hot'>,
  own: readonly OpenedRecord[],
  buckets: readonly Bucket[],
): Promise<Map<number, Set<number>>> {
  const isCrowded = ({ asked, recordIds }: Bucket) => recordIds.length > asked.cap;
  await heatTokens(
    tx,
    cipherOf,
    buckets.filter(isCrowded).map(({ asked }) => asked),
    hot,
  );
  const ownIds = new Set(own.map(({ recordId }) => recordId));
  const pairs = new Map<number, Set<number>>();
  const turn = takingTurns();
  for (const bucket of buckets) {
    if (isCrowded(bucket)) continue;
    await turn();
    for (const mine of bucket.recordIds)
      if (ownIds.has(mine)) for (const other of bucket.recordIds) addPair(pairs, mine, other);
  }
  return pairs;
}

export function addPair(pairs: Map<number, Set<number>>, one: number, other: number): void {
  if (one === other) return;
  const low = Math.min(one, other);
  const partners = pairs.get(low);
  if (partners === undefined) pairs.set(low, new Set([Math.max(one, other)]));
  else partners.add(Math.max(one, other));
}

/** The buckets of these records, each once. */
export function askedTokens(own: ReadonlyArray<Pick<OpenedRecord, 'spaceId' | 'packed'>>): AskedToken[] {
  const asked = new Map<string, AskedToken>();
  for (const { spaceId, packed } of own)
    for (const [slot, token] of tokensOf(packed).entries()) {
      const kind = kindOfSlot[slot];
      if (token === 0n || kind === undefined) continue;
      const isHandle = slot < HANDLE_FIELDS.length;
      asked.set(`${spaceId}/${token}`, { spaceId, token, cap: kind.cap, isHandle });
    }
  return [...asked.values()];
}
