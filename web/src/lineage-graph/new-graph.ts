import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import fcose from 'cytoscape-fcose';
import type { GraphModel } from './graph-model.ts';
import { readPalette } from './graph-palette.ts';
import { graphStyle } from './graph-style.ts';
import { hubLayout } from './hub-layout.ts';

cytoscape.use(fcose);

/** Above these numbers of nodes: places without forces; while moving, a picture; without edges. */
const FORCES_TO = 250;
/** Up to this many people, every node shows its name. */
const NAMES_TO = 30;
/** A graph of three nodes is not blown up to the frame. */
const CLOSEST = 1.3;
const FARTHEST = 0.05;
const MARGIN = 24;
const TEXTURE_FROM = 250;
const BARE_MOVES_FROM = 2500;
/** Sizes of a company and of its name, in the graph's units, and the least ones on the screen, CSS px. */
const HUB = { scale: 34, font: 13 };
const LEAST_HUB_PX = { scale: 20, font: 12 };

function elementsOf(model: GraphModel): ElementDefinition[] {
  const places = hubLayout(model);
  const people = model.nodes.filter((node) => node.kind === 'individual').length;
  const isNamed = people <= NAMES_TO;
  const nodes = model.nodes.map(({ id, label, kind, series, individualId }) => ({
    group: 'nodes' as const,
    data: { id, label, series: series % 5, individualId, ...HUB },
    classes: isNamed ? `${kind} named` : kind,
    position: { ...(places.get(id) ?? { x: 0, y: 0 }) },
  }));
  const edges = model.edges.map(({ id, source, target, kind, isPending, entryId }) => ({
    group: 'edges' as const,
    data: { id, source, target, entryId },
    classes: isPending ? `${kind} pending` : kind,
  }));
  return [...nodes, ...edges];
}

/** From the hub places on: the same graph comes out the same way each time. */
const forces = {
  name: 'fcose',
  quality: 'default',
  randomize: false,
  animate: false,
  packComponents: false,
  nodeRepulsion: 5200,
  nodeSeparation: 60,
  gravity: 0.18,
  numIter: 1200,
  idealEdgeLength: (edge: cytoscape.EdgeSingular) => (edge.hasClass('membership') ? 70 : 240),
  edgeElasticity: (edge: cytoscape.EdgeSingular) => (edge.hasClass('membership') ? 0.5 : 0.03),
};

/** A graph drawn into `container`. The caller destroys it. */
export function newGraph(container: HTMLElement, model: GraphModel): Core {
  const size = model.nodes.length;
  const graph = cytoscape({
    container,
    elements: elementsOf(model),
    style: graphStyle(readPalette(container)),
    layout: { name: 'preset' },
    minZoom: FARTHEST,
    maxZoom: 4,
    boxSelectionEnabled: false,
    autounselectify: true,
    textureOnViewport: size > TEXTURE_FROM,
    hideEdgesOnViewport: size > BARE_MOVES_FROM,
    pixelRatio: size > TEXTURE_FROM ? 1 : 'auto',
  });
  if (size > 1 && size <= FORCES_TO) graph.layout(forces as cytoscape.LayoutOptions).run();
  showAll(graph);
  return graph;
}

/**
 * Everything in view, at a size at which it can be read. Names are left out of the measure: cytoscape would keep the
 * box of a name of the former size and cut the new one off.
 */
export function showAll(graph: Core): void {
  const box = graph.elements().boundingBox({ includeLabels: false });
  const fitting = (side: number, length: number) => (side - 2 * MARGIN) / Math.max(1, length);
  const fit = Math.min(CLOSEST, fitting(graph.width(), box.w), fitting(graph.height(), box.h));
  const zoom = Math.max(FARTHEST, fit);
  graph.nodes('.company').data({
    scale: Math.max(HUB.scale, LEAST_HUB_PX.scale / zoom),
    font: Math.max(HUB.font, LEAST_HUB_PX.font / zoom),
  });
  const middle = { x: box.x1 + box.w / 2, y: box.y1 + box.h / 2 };
  graph.viewport({
    zoom,
    pan: { x: graph.width() / 2 - zoom * middle.x, y: graph.height() / 2 - zoom * middle.y },
  });
}
