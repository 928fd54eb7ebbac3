import { isSame } from '../../../signed-note/bytes.ts';
import { HASH_BYTES, nodeHash } from './hash.ts';

export interface InclusionClaim {
  /** 0-based. */
  readonly index: number;
  /** Leaves in the tree. */
  readonly size: number;
  readonly leafHash: Uint8Array;
  /** Audit path from the leaf's sibling up to the root's child. */
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the path proves that the leaf is at its index in the tree with this root (RFC 9162 section 2.1.3.2). */
export function isIncluded({ index, size, leafHash, path, root }: InclusionClaim): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  let fn = index;
  let sn = size - 1;
  let hash = leafHash;
  for (const sibling of path) {
    if (sn === 0 || sibling.length !== HASH_BYTES) return false;
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
  return sn === 0 && isSame(hash, root);
}
