import type { Tx } from '@pii-vault/platform/postgres/database';
import { treeDamaged } from '../../errors.ts';
import { type LeafRange, type NodeMap, nodeKey, nodesOfRange } from '../merkle/node.ts';
import { hashOfRange } from '../merkle/tree.ts';

/** A leaf as it was hashed. */
export interface HashedLeaf {
  readonly leafIndex: number;
  readonly leaf: Buffer;
  readonly salt: Buffer;
}

/** The leaves at these indexes that the transaction may see, ascending. */
export async function leavesAt(tx: Tx, leafIndexes: readonly number[]): Promise<HashedLeaf[]> {
  const rows = await tx.query<{ leaf_index: number; leaf: Buffer; salt: Buffer }>(
    'SELECT leaf_index, leaf, salt FROM audit_trail WHERE leaf_index = ANY ($1::bigint[])',
    [leafIndexes],
  );
  return rows
    .map((row) => ({ leafIndex: row.leaf_index, leaf: row.leaf, salt: row.salt }))
    .sort((a, b) => a.leafIndex - b.leafIndex);
}

/** The stored hashes from which the ranges are computed, without duplicates. */
export async function nodesFor(tx: Tx, ranges: readonly LeafRange[]): Promise<NodeMap> {
  const wanted = new Map(ranges.flatMap(nodesOfRange).map((node) => [nodeKey(node), node]));
  const nodes = [...wanted.values()];
  const rows = await tx.query<{ level: number; index: number; hash: Buffer }>(
    `SELECT n.level, n.index, n.hash
     FROM unnest($1::smallint[], $2::bigint[]) AS w(level, index)
     JOIN tree_nodes n ON n.level = w.level AND n.index = w.index`,
    [nodes.map((node) => node.level), nodes.map((node) => node.index)],
  );
  return new Map(rows.map((row) => [nodeKey(row), row.hash]));
}

export async function treeSize(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ size: number }>('SELECT size FROM tree_state');
  return row?.size ?? 0;
}

/** Reads the hashes of several paths with one query. */
export async function foldAll(tx: Tx, paths: readonly (readonly LeafRange[])[]): Promise<Buffer[][]> {
  const nodes = await nodesFor(tx, paths.flat());
  try {
    return paths.map((path) => path.map((range) => hashOfRange(range, nodes)));
  } catch (cause) {
    throw treeDamaged(cause);
  }
}
