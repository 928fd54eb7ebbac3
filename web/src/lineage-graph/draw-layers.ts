import { drawEdges } from './draw-edges.ts';
import { drawNames, drawNodes } from './draw-nodes.ts';
import type { GraphPalette } from './graph-palette.ts';
import type { Layers } from './layers.ts';
import type { Pen } from './pen.ts';
import type { Frame } from './view.ts';

/** Draws one frame: lines below nodes, each in the order of its layers. */
export function drawLayers(
  context: Pen,
  { edges, nodes }: Layers,
  frame: Frame,
  palette: GraphPalette,
): void {
  const { view, size, ratio } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalAlpha = 1;
  context.clearRect(0, 0, size.width, size.height);
  context.setTransform(ratio * view.k, 0, 0, ratio * view.k, ratio * view.x, ratio * view.y);
  for (const layer of edges) drawEdges(context, layer, frame);
  for (const layer of nodes) {
    drawNodes(context, layer, frame);
    drawNames(context, layer, frame, palette);
  }
}
