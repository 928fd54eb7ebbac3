import type { GraphPalette } from './graph-palette.ts';
import { type EdgeStyle, edgeStyle, type NodeStyle, nodeStyle } from './graph-style.ts';
import type { Marks } from './marks.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

/** Items of one style. */
export interface Layer<Style, Item> {
  style: Style;
  items: readonly Item[];
}

export interface Layers {
  edges: readonly Layer<EdgeStyle, SceneEdge>[];
  nodes: readonly Layer<NodeStyle, SceneNode>[];
}

/** Items grouped by style in drawing order, because changing the style of a canvas is slow. */
export function layersOf(scene: Scene, marks: Marks, palette: GraphPalette): Layers {
  return {
    edges: grouped(
      scene.edges,
      (edge) => `${edge.kind} ${edge.isPending} ${marks.get(edge) ?? 0}`,
      (edge) => edgeStyle(edge, marks.get(edge) ?? 0, palette),
    ),
    nodes: grouped(
      scene.nodes,
      (node) => `${node.kind} ${node.series} ${marks.get(node) ?? 0}`,
      (node) => nodeStyle(node, marks.get(node) ?? 0, scene, palette),
    ),
  };
}

function grouped<Style extends { order: number }, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  styleOf: (item: Item) => Style,
): Layer<Style, Item>[] {
  const layers = new Map<string, { style: Style; items: Item[] }>();
  for (const item of items) {
    const key = keyOf(item);
    const layer = layers.get(key);
    if (layer) layer.items.push(item);
    else layers.set(key, { style: styleOf(item), items: [item] });
  }
  return [...layers.values()].sort((a, b) => a.style.order - b.style.order);
}
