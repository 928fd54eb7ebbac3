/**
 * A complete subtree: it covers the 2^level leaves from index × 2^level on. Only complete subtrees are
 * stored, so a stored hash never changes as the tree grows.
 */
export interface NodeId {
  readonly level: number;
  readonly index: number;
}

/** A stored hash with its position. */
export interface TreeNode extends NodeId {
  readonly hash: Buffer;
}

/** Hashes by position, as read from storage. */
export type NodeMap = ReadonlyMap<string, Buffer>;

export function nodeKey(node: NodeId): string {
  return `${node.level}:${node.index}`;
}

export function toNodeMap(nodes: Iterable<TreeNode>): Map<string, Buffer> {
  const map = new Map<string, Buffer>();
  for (const node of nodes) map.set(nodeKey(node), node.hash);
  return map;
}

/** Leaves [start, end) that form one subtree of an RFC 6962 tree; `end` may be the tree's ragged edge. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The largest power of two below `count` (count ≥ 2): where RFC 6962 splits a list. Exact below 2^53. */
export function splitPoint(count: number): number {
  let point = 1;
  while (point * 2 < count) point *= 2;
  return point;
}

/** The stored subtrees that make up a range, left to right: at most one per level. */
export function nodesOfRange(range: LeafRange): NodeId[] {
  const nodes: NodeId[] = [];
  let start = range.start;
  while (start < range.end) {
    let level = 0;
    let width = 1;
    while (start % (width * 2) === 0 && start + width * 2 <= range.end) {
      width *= 2;
      level += 1;
    }
    nodes.push({ level, index: start / width });
    start += width;
  }
  return nodes;
}
