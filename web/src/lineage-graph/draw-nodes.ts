import type { GraphPalette } from './graph-palette.ts';
import type { NodeStyle } from './graph-style.ts';
import type { Layer } from './layers.ts';
import type { Pen } from './pen.ts';
import type { SceneNode } from './scene.ts';
import { type Frame, type Window, windowOf } from './view.ts';

/** Smaller radii look the same as squares, which take a tenth of the time, CSS px. */
const LEAST_DISC_PX = 1.5;
/** Names smaller than this on the screen are left out, CSS px. */
const LEAST_NAME_PX = 7;
const NAME_GAP = 5;
const NAME_OUTLINE = 4;
const ROUND = 2 * Math.PI;

const isWithin = ({ x, y }: SceneNode, { left, top, right, bottom }: Window, reach: number): boolean =>
  x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;

export function drawNodes(context: Pen, { style, items }: Layer<NodeStyle, SceneNode>, frame: Frame): void {
  const { radius, fill, ring } = style;
  const reach = radius + (ring?.width ?? 0);
  const window = windowOf(frame);
  const seen = items.filter((node) => isWithin(node, window, reach));
  context.globalAlpha = style.opacity;
  if (radius * frame.view.k < LEAST_DISC_PX) {
    context.fillStyle = ring?.color ?? fill;
    for (const { x, y } of seen) context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  context.fillStyle = fill;
  context.setLineDash([]);
  context.strokeStyle = ring?.color ?? fill;
  context.lineWidth = ring?.width ?? 0;
  for (const { x, y } of seen) {
    context.beginPath();
    context.arc(x, y, radius, 0, ROUND);
    context.fill();
    if (ring) context.stroke();
  }
}

/** Names below their nodes, with an outline in the colour of the ground that parts them from lines. */
export function drawNames(
  context: Pen,
  { style: { name, radius, opacity }, items }: Layer<NodeStyle, SceneNode>,
  frame: Frame,
  palette: GraphPalette,
): void {
  if (!name || name.size * frame.view.k < LEAST_NAME_PX) return;
  context.globalAlpha = opacity;
  context.font = `${name.weight} ${name.size}px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.setLineDash([]);
  context.lineWidth = NAME_OUTLINE;
  context.strokeStyle = palette.surface;
  context.fillStyle = palette.ink;
  const window = windowOf(frame);
  for (const node of items) {
    // No name is wider than its letters are high.
    if (!isWithin(node, window, radius + name.size * node.label.length)) continue;
    const y = node.y + radius + NAME_GAP;
    context.strokeText(node.label, node.x, y);
    context.fillText(node.label, node.x, y);
  }
}
