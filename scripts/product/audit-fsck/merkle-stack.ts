import { createHash } from 'node:crypto';

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** RFC 6962 leaf hash of salt ‖ entry. */
export function hashLeaf(salt: Uint8Array, entry: Uint8Array): Buffer {
  return sha256(Uint8Array.of(0), salt, entry);
}

/** A complete subtree that the last push finished. */
export interface FinishedNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Buffer;
}

/** An RFC 6962 tree that keeps only the roots of its complete subtrees: one hash per one-bit of its size. */
export class MerkleStack {
  #size = 0;
  readonly #peaks: { level: number; hash: Buffer }[] = [];

  get size(): number {
    return this.#size;
  }

  /** Adds a leaf hash; returns the subtrees that are complete now, from the leaf upwards. */
  push(leaf: Buffer): FinishedNode[] {
    const finished = [{ level: 0, index: this.#size, hash: leaf }];
    let peak = { level: 0, hash: leaf };
    let index = this.#size;
    for (let top = this.#peaks.at(-1); top?.level === peak.level; top = this.#peaks.at(-1)) {
      this.#peaks.pop();
      index = Math.floor(index / 2);
      peak = { level: peak.level + 1, hash: sha256(Uint8Array.of(1), top.hash, peak.hash) };
      finished.push({ ...peak, index });
    }
    this.#peaks.push(peak);
    this.#size += 1;
    return finished;
  }

  root(): Buffer {
    let root: Buffer | undefined;
    for (const peak of this.#peaks.toReversed())
      root = root === undefined ? peak.hash : sha256(Uint8Array.of(1), peak.hash, root);
    return root ?? sha256();
  }
}
