import { emptyRoot, nodeHash } from './hash.ts';
import { type LeafRange, type NodeMap, nodeKey, nodesOfRange, type TreeNode } from './node.ts';

/**
 * RFC 6962 section 2.1 hash (32 bytes) of a range of leaves, folded from its stored complete subtrees.
 * @throws RangeError when a stored subtree is missing from `nodes`
 */
export function hashOfRange(range: LeafRange, nodes: NodeMap): Buffer {
  const parts = nodesOfRange(range).map((id) => {
    const found = nodes.get(nodeKey(id));
    if (found === undefined) throw new RangeError(`tree node ${nodeKey(id)} is missing`);
    return found;
  });
  const last = parts.pop();
  return last === undefined ? emptyRoot() : parts.reduceRight((right, left) => nodeHash(left, right), last);
}

/** Root of the first `size` leaves. Needs the nodes of `nodesOfRange({start: 0, end: size})`. */
export function rootOf(size: number, nodes: NodeMap): Buffer {
  return hashOfRange({ start: 0, end: size }, nodes);
}

/**
 * Appends leaf hashes to a tree of `size` leaves.
 * @param edge the nodes of `nodesOfRange({start: 0, end: size})`: the left siblings that appending may complete
 * @returns every new complete subtree, the leaves themselves included, children before parents
 * @throws RangeError when `edge` lacks a node
 */
export function appendLeaves(size: number, edge: NodeMap, leaves: readonly Buffer[]): TreeNode[] {
  const pending = new Map<number, Buffer>();
  for (const id of nodesOfRange({ start: 0, end: size })) {
    const found = edge.get(nodeKey(id));
    if (found === undefined) throw new RangeError(`tree node ${nodeKey(id)} is missing`);
    pending.set(id.level, found);
  }
  const added: TreeNode[] = [];
  leaves.forEach((leaf, offset) => {
    let current: TreeNode = { level: 0, index: size + offset, hash: leaf };
    added.push(current);
    for (let left = pending.get(0); left !== undefined; left = pending.get(current.level)) {
      pending.delete(current.level);
      current = {
        level: current.level + 1,
        index: (current.index - 1) / 2,
        hash: nodeHash(left, current.hash),
      };
      added.push(current);
    }
    pending.set(current.level, current.hash);
  });
  return added;
}
