import { isSame, strictBase64 } from '../../../signed-note/bytes.ts';
import { isConsistent } from './consistency.ts';
import { ProofError, type ProofFault } from './proof-error.ts';

export interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Asks the log for its consistency proof, base64 hashes. */
export type FetchPath = (from: number, to: number) => Promise<readonly string[]>;

/** Proves that one of two trees of a log only appended to the other. @throws ProofError with the given fault */
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
