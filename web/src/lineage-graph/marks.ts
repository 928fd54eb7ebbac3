import { MARK } from './graph-style.ts';
import type { Hit } from './hit-test.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

/** Up to this many nodes and lines the others fade while one is pointed at; more would cost frames. */
const FADES_TO = 600;

export type Marks = ReadonlyMap<SceneNode | SceneEdge, number>;

/**
 * Marks what is near the pointer and fades the rest; marks the chosen pair and mutes all other lines.
 * @returns the marks of what has any
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

/** A node with its lines and their other ends; a line with its two ends. */
function nearOf({ edges }: Scene, hit: Hit): ReadonlySet<SceneNode | SceneEdge> {
  if ('edge' in hit) return new Set([hit.edge, hit.edge.source, hit.edge.target]);
  const { node } = hit;
  const lines = edges.filter(({ source, target }) => source === node || target === node);
  return new Set([node, ...lines.flatMap((edge) => [edge, edge.source, edge.target])]);
}
