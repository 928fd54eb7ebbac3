import { sha256 } from '@noble/hashes/sha2.js';
import { concat, isSame, strictBase64 } from '../../../signed-note/bytes.ts';
import { ProofError, type ProofFault } from './proof-error.ts';

// Not WebCrypto: its digest exists on https and localhost only, and the console may run on plain http.
const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);

/** Length of a hash, in bytes. */
export const HASH_BYTES = 32;

/** RFC 6962 section 2.1 leaf hash over `salt ‖ bytes`. */
export const leafHash = (salt: Uint8Array, bytes: Uint8Array): Uint8Array =>
  sha256(concat(LEAF_PREFIX, salt, bytes));

/** RFC 6962 section 2.1 interior hash. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concat(NODE_PREFIX, left, right));

export const plainHash = (bytes: Uint8Array): Uint8Array => sha256(bytes);

interface InclusionClaim {
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

interface ConsistencyClaim {
  /** Leaves of the older tree. */
  readonly from: number;
  readonly fromRoot: Uint8Array;
  readonly to: number;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

interface Place {
  fn: number;
  sn: number;
}

/** Whether the path proves that the larger tree only appended to the smaller one (RFC 9162 section 2.1.4.2). */
export function isConsistent({ from, fromRoot, to, toRoot, path }: ConsistencyClaim): boolean {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to) return false;
  if (path.some((hash) => hash.length !== HASH_BYTES)) return false;
  if (from === to) return path.length === 0 && isSame(fromRoot, toRoot);
  if (from === 0) return path.length === 0 && isSame(fromRoot, plainHash(new Uint8Array()));
  const [first, ...steps] = isPowerOfTwo(from) ? [fromRoot, ...path] : path;
  if (first === undefined) return false;
  let place = withoutCommonStart({ fn: from - 1, sn: to - 1 });
  let older = first;
  let newer = first;
  for (const step of steps) {
    if (place.sn === 0) return false;
    if (place.fn % 2 === 1 || place.fn === place.sn) {
      older = nodeHash(step, older);
      newer = nodeHash(step, newer);
      while (place.fn % 2 === 0 && place.fn !== 0) place = up(place);
    } else {
      newer = nodeHash(newer, step);
    }
    place = up(place);
  }
  return place.sn === 0 && isSame(older, fromRoot) && isSame(newer, toRoot);
}

const up = ({ fn, sn }: Place): Place => ({ fn: Math.floor(fn / 2), sn: Math.floor(sn / 2) });

function withoutCommonStart(start: Place): Place {
  let place = start;
  while (place.fn % 2 === 1) place = up(place);
  return place;
}

// Math.log2 is not exact: near 2^53 it also returns a whole number for neighbours of a power of two.
function isPowerOfTwo(count: number): boolean {
  let rest = count;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}

export interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Fetches a consistency proof from the log, as base64 hashes. */
export type FetchPath = (from: number, to: number) => Promise<readonly string[]>;

/** Checks that the larger tree only appended entries to the smaller one. @throws ProofError with the given fault */
export async function checkExtends(a: Tree, b: Tree, fetchPath: FetchPath, fault: ProofFault): Promise<void> {
  const [older, newer] = a.size <= b.size ? [a, b] : [b, a];
  if (older.size === newer.size) {
    if (!isSame(older.root, newer.root)) throw new ProofError(fault);
    return;
  }
  const path = (await fetchPath(older.size, newer.size)).map((hash) => strictBase64(hash));
  const holds =
    path.every((hash) => hash !== undefined) &&
    isConsistent({
      from: older.size,
      fromRoot: older.root,
      to: newer.size,
      toRoot: newer.root,
      path: path.filter((hash) => hash !== undefined),
    });
  if (!holds) throw new ProofError(fault);
}
