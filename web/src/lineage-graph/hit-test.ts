import { LINE_WIDTH } from './graph-style.ts';
import type { Point } from './hub-layout.ts';
import { radiusOf, type Scene, type SceneEdge, type SceneNode } from './scene.ts';

export type Hit = { node: SceneNode } | { edge: SceneEdge };

/** How far from a node or line a pointer still meets it, CSS px. */
const REACH = { fine: { node: 2, edge: 8 }, coarse: { node: 8, edge: 24 } };

/**
 * The node at a point of the graph, else the nearest line between people. Memberships are no targets.
 * @param k screen pixels per unit @param pointer a finger is coarse
 */
export function hitAt(scene: Scene, point: Point, k: number, pointer: keyof typeof REACH): Hit | undefined {
  const reach = REACH[pointer];
  const node = nearest(scene.nodes, reach.node / k, (one) => {
    const [dx, dy] = [one.x - point.x, one.y - point.y];
    return Math.sqrt(dx * dx + dy * dy) - radiusOf(one, scene);
  });
  if (node) return { node };
  const edge = nearest(scene.edges, reach.edge / k, (one) =>
    one.kind === 'membership' ? Infinity : distanceToLine(one, point) - LINE_WIDTH[one.kind] / 2,
  );
  return edge && { edge };
}

/** The item with the least distance, if that is within `reach`. */
function nearest<T>(items: readonly T[], reach: number, distance: (item: T) => number): T | undefined {
  let best: T | undefined;
  let least = reach;
  for (const item of items) {
    const far = distance(item);
    if (far > least) continue;
    least = far;
    best = item;
  }
  return best;
}

/** Distance of a point to the segment between the ends, in the graph's units. */
function distanceToLine({ source, target }: SceneEdge, { x, y }: Point): number {
  const [dx, dy] = [target.x - source.x, target.y - source.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - source.x) * dx + (y - source.y) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  const [across, down] = [source.x + share * dx - x, source.y + share * dy - y];
  return Math.sqrt(across * across + down * down);
}
