import type { GraphEdge, GraphModel, GraphNode } from './graph-model.ts';
import { hubLayout } from './hub-layout.ts';

/** A node with its position in graph units, which forces and the pointer change. */
export interface SceneNode extends GraphNode {
  x: number;
  y: number;
}

/** A line between two nodes of the same scene. */
export interface SceneEdge extends Omit<GraphEdge, 'source' | 'target'> {
  source: SceneNode;
  target: SceneNode;
}

export interface Scene {
  nodes: readonly SceneNode[];
  edges: readonly SceneEdge[];
  /** Whether all people show a name, not only those near the pointer. */
  isNamed: boolean;
  /** Diameter of a company and size of its name, in graph units; they grow when the view zooms out. */
  hub: { scale: number; font: number };
}

/** Radius of a person, and of a selected one, in graph units. */
const PERSON_RADIUS = 5;
export const CHOSEN_RADIUS = 7.5;
const HUB = { scale: 34, font: 13 };
/** Minimum size of a company and of its name on the screen, CSS px. */
const LEAST_HUB_PX = { scale: 20, font: 12 };
/** Up to this many people, every node shows its name. */
const NAMES_TO = 30;

/** The nodes at their initial positions, and the lines with both ends drawn. */
export function sceneOf(model: GraphModel): Scene {
  const places = hubLayout(model);
  const nodes = model.nodes.map((node) => ({ ...node, ...(places.get(node.id) ?? { x: 0, y: 0 }) }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = model.edges.flatMap((edge) => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    return source && target ? [{ ...edge, source, target }] : [];
  });
  const people = nodes.filter((node) => node.kind === 'individual').length;
  return { nodes, edges, isNamed: people <= NAMES_TO, hub: { ...HUB } };
}

/** Keeps companies and their names readable at a zoom of `k` screen pixels per unit. */
export function sizeHubs(scene: Scene, k: number): void {
  scene.hub = {
    scale: Math.max(HUB.scale, LEAST_HUB_PX.scale / k),
    font: Math.max(HUB.font, LEAST_HUB_PX.font / k),
  };
}

/** Radius of a node that is not selected, in graph units. */
export const radiusOf = (node: SceneNode, { hub }: Scene): number =>
  node.kind === 'company' ? hub.scale / 2 : PERSON_RADIUS;
