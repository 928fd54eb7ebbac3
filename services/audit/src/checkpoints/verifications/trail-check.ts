import { isDeepStrictEqual } from 'node:util';
import { NO_COMPANY } from '../../entries/columns.ts';
import type { Leaf } from '../../entries/leaf.ts';
import { type RevealSum, sumReveals } from '../../entries/plan-append.ts';
import { isSameHash } from '../../tree/merkle/hash.ts';
import { nodeKey, nodesOfRange, type TreeNode, toNodeMap } from '../../tree/merkle/node.ts';
import { appendLeaves, rootOf } from '../../tree/merkle/tree.ts';
import { type CheckedRow, checkRow } from './row-check.ts';

export interface Finding {
  /** Undefined for a fault that belongs to no single entry. */
  readonly index: number | undefined;
  /** One sentence. */
  readonly reason: string;
}

/** A signed root of a size, and where it was stored. */
export interface SignedRoot {
  readonly size: number;
  readonly root: Buffer;
  readonly place: string;
}

/** The trail's counters, read in one statement with its size. */
export interface Counters {
  readonly size: number;
  /** Greatest leaf index, also beyond `size`; -1 without rows. */
  readonly lastLeafIndex: number;
  readonly companies: ReadonlyMap<number, number>;
  readonly producers: ReadonlyMap<string, { readonly epoch: number; readonly lastSeq: number }>;
  readonly reveals: readonly RevealSum[];
}

/** Recomputes the trail from its rows, fed in order. Keeps a right edge and counters, not the rows. */
export class TrailCheck {
  readonly #roots: readonly SignedRoot[];
  #size = 0;
  #edge = new Map<string, Buffer>();
  /** Number of signed roots compared, and the size of the last correct one. */
  #rootsPassed = 0;
  #soundSize = 0;
  readonly #companies = new Map<number, number>();
  readonly #producers = new Map<string, { epoch: number; lastSeq: number }>();
  readonly #reveals = new Map<string, RevealSum>();

  /** @param roots every signed root, by ascending size */
  constructor(roots: readonly SignedRoot[]) {
    this.#roots = roots;
  }

  get size(): number {
    return this.#size;
  }

  /** Root over everything fed so far. */
  root(): Buffer {
    return rootOf(this.#size, this.#edge);
  }

  /**
   * Checks the next rows, expected to be the leaves from `size` to `end`, and the stored nodes that those leaves
   * complete.
   * @returns the first fault; it ends the check
   */
  feed(end: number, rows: readonly CheckedRow[], storedNodes: readonly TreeNode[]): Finding | undefined {
    const rowFinding = this.#checkRows(end, rows);
    if (rowFinding !== undefined) return rowFinding;
    const hashes = rows.map((row) => row.leafHash);
    const derived = appendLeaves(this.#size, this.#edge, hashes);
    const nodes = new Map([...this.#edge, ...toNodeMap(derived)]);
    const finding = differingNode(derived, storedNodes) ?? this.#checkRoots(end, nodes);
    this.#size = end;
    this.#edge = new Map(
      nodesOfRange({ start: 0, end }).flatMap((node) => {
        const hash = nodes.get(nodeKey(node));
        return hash === undefined ? [] : [[nodeKey(node), hash] as const];
      }),
    );
    return finding;
  }

  /** Compares the counters and the signed roots beyond the end. Call it after the last row. */
  finish(counters: Counters): Finding | undefined {
    const size = this.#size;
    const beyond = this.#roots.find((root) => root.size > size);
    if (beyond !== undefined)
      return at(
        size,
        `Entry ${size} and those after it are missing: ${beyond.place} was signed over ${beyond.size} entries, ${size} are left`,
      );
    if (counters.lastLeafIndex >= size)
      return at(size, `Entry ${size} is beyond the recorded end of the trail`);
    const company = differingKey(this.#companies, counters.companies);
    if (company !== undefined)
      return at(
        undefined,
        `The recorded number of entries of company ${company} is not what the trail holds`,
      );
    const producer = differingKey(this.#producers, counters.producers);
    if (producer !== undefined)
      return at(undefined, `The recorded position of ${producer} is not what the trail holds`);
    return this.#checkReveals(counters.reveals);
  }

  #checkRows(end: number, rows: readonly CheckedRow[]): Finding | undefined {
    for (let index = this.#size, offset = 0; index < end; index += 1, offset += 1) {
      const row = rows[offset];
      if (row === undefined || row.leafIndex !== index) return at(index, `Entry ${index} is missing`);
      const leaf = checkRow(row);
      if (typeof leaf === 'string') return at(index, `Entry ${index} ${leaf}`);
      const outOfOrder = this.#follow(leaf);
      if (outOfOrder !== undefined) return at(index, `Entry ${index} ${outOfOrder}`);
    }
    return undefined;
  }

  /** Advances the gapless numbers of company and producer. */
  #follow(leaf: Leaf): string | undefined {
    const company = leaf.companyId ?? NO_COMPANY;
    const companySeq = (this.#companies.get(company) ?? 0) + 1;
    if (leaf.companySeq !== companySeq)
      return `is number ${leaf.companySeq} of company ${company}, where number ${companySeq} is due`;
    this.#companies.set(company, companySeq);
    const head = this.#producers.get(leaf.producer);
    const isNewEpoch = head === undefined || leaf.epoch > head.epoch;
    const seq = isNewEpoch ? 1 : head.lastSeq + 1;
    if (leaf.seq !== seq || (head !== undefined && leaf.epoch < head.epoch))
      return `is number ${leaf.seq} of ${leaf.producer}, where number ${seq} is due`;
    this.#producers.set(leaf.producer, { epoch: leaf.epoch, lastSeq: seq });
    for (const sum of sumReveals([leaf])) this.#addReveal(sum);
    return undefined;
  }

  #addReveal(sum: RevealSum): void {
    const key = `${sum.companyId} ${sum.ticket}`;
    const known = this.#reveals.get(key);
    this.#reveals.set(key, {
      ...sum,
      entries: (known?.entries ?? 0) + sum.entries,
      decryptedValues: (known?.decryptedValues ?? 0) + sum.decryptedValues,
    });
  }

  #checkRoots(end: number, nodes: ReadonlyMap<string, Buffer>): Finding | undefined {
    for (let next = this.#roots[this.#rootsPassed]; next !== undefined && next.size <= end; ) {
      if (!isSameHash(rootOf(next.size, nodes), next.root))
        return at(this.#soundSize, rewritten(this.#soundSize, next));
      this.#soundSize = next.size;
      this.#rootsPassed += 1;
      next = this.#roots[this.#rootsPassed];
    }
    return undefined;
  }

  #checkReveals(stored: readonly RevealSum[]): Finding | undefined {
    const byKey = new Map(stored.map((sum) => [`${sum.companyId} ${sum.ticket}`, sum]));
    const key = differingKey(this.#reveals, byKey);
    return key === undefined
      ? undefined
      : at(
          undefined,
          `The recorded count of ${key.split(' ')[1]} entries of company ${key.split(' ')[0]} is not what the trail holds`,
        );
  }
}

function at(index: number | undefined, reason: string): Finding {
  return { index, reason };
}

function rewritten(soundSize: number, signed: SignedRoot): string {
  return `An entry from ${soundSize} to ${signed.size - 1} was changed: ${signed.place}, signed over ${signed.size} entries, names another root`;
}

/** The first leaf below a stored node that is missing or has another hash than its leaves give. */
function differingNode(derived: readonly TreeNode[], stored: readonly TreeNode[]): Finding | undefined {
  const known = toNodeMap(stored);
  const wrong = derived
    .filter((node) => !known.get(nodeKey(node))?.equals(node.hash))
    .map((node) => ({ first: node.index * 2 ** node.level, level: node.level }))
    .sort((a, b) => a.level - b.level || a.first - b.first)[0];
  if (wrong === undefined) return undefined;
  return wrong.level === 0
    ? at(wrong.first, `Entry ${wrong.first} was changed: the tree holds another hash for it`)
    : at(
        wrong.first,
        `The tree's hash over entries ${wrong.first} to ${wrong.first + 2 ** wrong.level - 1} was changed`,
      );
}

function differingKey<K, V>(derived: ReadonlyMap<K, V>, stored: ReadonlyMap<K, V>): K | undefined {
  const keys = [...derived.keys(), ...stored.keys()];
  return keys.find((key) => !isDeepStrictEqual(derived.get(key), stored.get(key)));
}
