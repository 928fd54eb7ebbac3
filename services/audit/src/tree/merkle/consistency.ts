import { isSameHash, nodeHash } from './hash.ts';
import { type LeafRange, splitPoint } from './node.ts';

/**
 * The subtrees whose hashes prove that a tree of `to` leaves extends one of `from` leaves (RFC 6962 section
 * 2.1.2, PROOF(from, D[to])). Empty for equal sizes and for the empty tree.
 * @throws RangeError unless 0 ≤ from ≤ to
 */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to)
    throw new RangeError('a tree can be consistent only with a smaller one');
  if (from === 0) return [];
  const path: LeafRange[] = [];
  let start = 0;
  let end = to;
  let isWholeOld = true;
  while (from !== end) {
    const middle = start + splitPoint(end - start);
    if (from <= middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
      isWholeOld = false;
    }
  }
  if (!isWholeOld) path.push({ start, end });
  return path.reverse();
}

export interface ConsistencyClaim {
  readonly from: number;
  readonly fromRoot: Uint8Array;
  readonly to: number;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Whether a path proves that the larger tree only appended to the smaller (RFC 9162 section 2.1.4.2). */
export function isConsistent(claim: ConsistencyClaim): boolean {
  const { from, to, path } = claim;
  if (from > to || from < 0) return false;
  if (from === to) return path.length === 0 && isSameHash(claim.fromRoot, claim.toRoot);
  if (from === 0) return path.length === 0;
  const steps = isPowerOfTwo(from) ? [claim.fromRoot, ...path] : [...path];
  const first = steps.shift();
  if (first === undefined) return false;
  let { fn, sn } = commonStart(from - 1, to - 1);
  let oldRoot: Uint8Array = first;
  let newRoot: Uint8Array = first;
  for (const step of steps) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      oldRoot = nodeHash(step, oldRoot);
      newRoot = nodeHash(step, newRoot);
      while (fn % 2 === 0 && fn !== 0) ({ fn, sn } = up(fn, sn));
    } else {
      newRoot = nodeHash(newRoot, step);
    }
    ({ fn, sn } = up(fn, sn));
  }
  return sn === 0 && isSameHash(oldRoot, claim.fromRoot) && isSameHash(newRoot, claim.toRoot);
}

function up(fn: number, sn: number): { fn: number; sn: number } {
  return { fn: Math.floor(fn / 2), sn: Math.floor(sn / 2) };
}

function commonStart(fn: number, sn: number): { fn: number; sn: number } {
  let place = { fn, sn };
  while (place.fn % 2 === 1) place = up(place.fn, place.sn);
  return place;
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}
