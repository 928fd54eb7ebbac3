import { MARK } from './graph-style.ts';
import type { Hit } from './hit-test.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

/** Up to this many nodes and lines, the others fade on hover; with more, frames would be dropped. */
const FADES_TO = 600;

export type Marks = ReadonlyMap<SceneNode | SceneEdge, number>;

/**
 * Highlights the neighbours of the hovered item and fades the rest; highlights the selected pair and mutes other
 * lines.
 * @returns the marks of all marked items
 */
export function marksOf(scene: Scene, hit: Hit | undefined, chosenEntry: number | undefined): Marks {
  const marks = new Map<SceneNode | SceneEdge, number>();
  const mark = (item: SceneNode | SceneEdge, bit: number) => marks.set(item, (marks.get(item) ?? 0) | bit);
  const chosen =
    chosenEntry === undefined ? undefined : scene.edges.find((edge) => edge.entryId === chosenEntry);
  if (chosen) {
    for (const item of [chosen, chosen.source, chosen.target]) mark(item, MARK.chosen);
    for (const edge of scene.edges) if (edge !== chosen) mark(edge, MARK.muted);
  }
  if (hit) {
    const near = nearOf(scene, hit);
    for (const item of near) mark(item, MARK.near);
    if (scene.nodes.length + scene.edges.length <= FADES_TO)
      for (const item of [...scene.nodes, ...scene.edges]) if (!near.has(item)) mark(item, MARK.faded);
  }
  return marks;
}

/** Neighbours: of a node its lines and their other ends, of a line its two ends. */
function nearOf({ edges }: Scene, hit: Hit): ReadonlySet<SceneNode | SceneEdge> {
  if ('edge' in hit) return new Set([hit.edge, hit.edge.source, hit.edge.target]);
  const { node } = hit;
  const lines = edges.filter(({ source, target }) => source === node || target === node);
  return new Set([node, ...lines.flatMap((edge) => [edge, edge.source, edge.target])]);
}
