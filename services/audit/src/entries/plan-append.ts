import { randomBytes } from 'node:crypto';
import { leafHash } from '../tree/merkle/hash.ts';
import type { NodeMap, TreeNode } from '../tree/merkle/node.ts';
import { appendLeaves } from '../tree/merkle/tree.ts';
import { columnsOf, decryptedValues, NO_COMPANY, type TrailColumns } from './columns.ts';
import { type AccessSum, sumAccesses } from './figures/access-sums.ts';
import type { NumberedEntry } from './intake.ts';
import { type Leaf, leafBytes, leafOf } from './leaf.ts';
import { type Notice, noticeOf } from './notices/notice.ts';

/** Length in bytes of the salt that precedes every leaf. */
const SALT_BYTES = 16;

/** A row of audit_trail. */
export interface TrailRow {
  readonly leafIndex: number;
  readonly columns: TrailColumns;
  readonly leaf: Buffer;
  readonly salt: Buffer;
  readonly leafHash: Buffer;
}

/** The tree and the companies' counters before an append. */
export interface TrailState {
  readonly size: number;
  /** Nodes of `nodesOfRange({start: 0, end: size})`. */
  readonly edge: NodeMap;
  /** Last number per company; a company without entries is absent. */
  readonly companySeqs: ReadonlyMap<number, number>;
  /** Time zone by company; 0: of the deployment. */
  readonly zones: ReadonlyMap<number, string>;
}

export interface CompanyHead {
  readonly lastSeq: number;
  readonly lastAt: Date;
  /** Of the newest entry of a user or an API client; undefined without one. */
  readonly lastActAt: Date | undefined;
}

export interface RevealSum {
  readonly companyId: number;
  readonly ticket: string;
  readonly entries: number;
  readonly decryptedValues: number;
}

/** All rows that one append writes. */
export interface AppendPlan {
  readonly size: number;
  readonly rows: readonly TrailRow[];
  readonly nodes: readonly TreeNode[];
  readonly companyHeads: ReadonlyMap<number, CompanyHead>;
  readonly reveals: readonly RevealSum[];
  readonly accesses: readonly AccessSum[];
  readonly notices: readonly Notice[];
}

/** Actors whose entries are activity of a company: not services, which run scheduled checks. */
const ACTORS: ReadonlySet<string> = new Set(['user', 'api_client']);

/**
 * Computes the rows, tree nodes and counters for appending `entries` in their order.
 * @throws RangeError for an entry that has no canonical form, or when `state.edge` lacks a node
 */
export function planAppend(state: TrailState, entries: readonly NumberedEntry[]): AppendPlan {
  const heads = new Map<number, CompanyHead>();
  const leaves = entries.map(({ entry, producer, epoch, seq }) => {
    const companyId = Number(entry.companyId ?? NO_COMPANY);
    const before = heads.get(companyId);
    const companySeq = (before?.lastSeq ?? state.companySeqs.get(companyId) ?? 0) + 1;
    const leaf = leafOf(entry, { producer, epoch, seq, companySeq });
    const at = new Date(leaf.timestamp);
    heads.set(companyId, {
      lastSeq: companySeq,
      lastAt: later(before?.lastAt, at),
      lastActAt: ACTORS.has(leaf.actorType ?? '') ? later(before?.lastActAt, at) : before?.lastActAt,
    });
    return leaf;
  });
  const salts = randomBytes(SALT_BYTES * leaves.length);
  const rows = leaves.map((leaf, offset) => {
    const salt = salts.subarray(offset * SALT_BYTES, (offset + 1) * SALT_BYTES);
    return rowOf(leaf, state.size + offset, salt);
  });
  const hashes = rows.map((row) => row.leafHash);
  return {
    size: state.size + rows.length,
    rows,
    nodes: appendLeaves(state.size, state.edge, hashes),
    companyHeads: heads,
    reveals: sumReveals(leaves),
    accesses: sumAccesses(leaves, state.zones),
    notices: leaves.flatMap((leaf) => noticeOf(leaf) ?? []),
  };
}

function rowOf(content: Leaf, leafIndex: number, salt: Buffer): TrailRow {
  const leaf = leafBytes(content);
  return { leafIndex, columns: columnsOf(content), leaf, salt, leafHash: leafHash(salt, leaf) };
}

/** Entries of several producers arrive interleaved, so the newest is not always the last. */
function later(known: Date | undefined, next: Date): Date {
  return known !== undefined && known > next ? known : next;
}

/** Sums of allowed entries per company and ticket. Verification computes them with the same function. */
export function sumReveals(leaves: readonly Leaf[]): RevealSum[] {
  const sums = new Map<string, RevealSum>();
  for (const leaf of leaves) {
    const { ticket = 'none', companyId = NO_COMPANY } = leaf;
    if (leaf.decision !== 'allowed' || ticket === 'none') continue;
    const key = `${companyId} ${ticket}`;
    const sum = sums.get(key);
    sums.set(key, {
      companyId,
      ticket,
      entries: (sum?.entries ?? 0) + 1,
      decryptedValues: (sum?.decryptedValues ?? 0) + decryptedValues(leaf),
    });
  }
  return [...sums.values()];
}
