import { isSameHash, nodeHash } from './hash.ts';
import { type LeafRange, splitPoint } from './node.ts';

/**
 * The subtrees whose hashes form the audit path of leaf `index` in a tree of `size` leaves (RFC 6962
 * section 2.1.1), from the leaf's sibling up to the root's child.
 * @throws RangeError when the tree has no such leaf
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError('no such leaf in the tree');
  const path: LeafRange[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (index < middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  return path.reverse();
}

export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leafHash: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether a path proves that the leaf stands at its index under the root (RFC 9162 section 2.1.3.2). */
export function isIncluded(claim: InclusionClaim): boolean {
  if (!Number.isSafeInteger(claim.index) || claim.index < 0 || claim.index >= claim.size) return false;
  let fn = claim.index;
  let sn = claim.size - 1;
  let hash: Uint8Array = claim.leafHash;
  for (const sibling of claim.path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sibling, hash);
      while (fn % 2 === 0 && fn !== 0) {
        fn /= 2;
        sn = Math.floor(sn / 2);
      }
    } else {
      hash = nodeHash(hash, sibling);
    }
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 && isSameHash(hash, claim.root);
}
