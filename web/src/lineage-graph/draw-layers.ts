import type { GraphPalette } from './graph-palette.ts';
import type { EdgeStyle, NodeStyle } from './graph-style.ts';
import type { Layer, Layers } from './layers.ts';
import type { Pen } from './pen.ts';
import type { SceneEdge, SceneNode } from './scene.ts';
import { type Frame, type Window, windowOf } from './view.ts';

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

/** Shorter dashes, with their gap, are not visible, CSS px. */
const LEAST_DASH_PX = 2;
/** Layers of more lines are drawn thin and without dashes while the view moves: a full frame would take 50 ms. */
const COARSE_FROM = 500;

function drawEdges(context: Pen, { style, items }: Layer<EdgeStyle, SceneEdge>, frame: Frame): void {
  const window = windowOf(frame);
  const pixel = 1 / (frame.view.k * frame.ratio);
  const isCoarse = frame.isMoving && items.length > COARSE_FROM;
  const width = isCoarse ? Math.min(style.width, pixel) : style.width;
  const [on = 0, off = 0] = style.dash;
  const isDashed = !isCoarse && (on + off) * frame.view.k >= LEAST_DASH_PX;
  // Invisible dashes become a paler line: it looks the same and takes 1 % of the time.
  const paler = isDashed || on === 0 ? 1 : on / (on + off);
  context.globalAlpha = style.opacity * paler;
  context.strokeStyle = style.color;
  context.lineWidth = width;
  context.setLineDash(isDashed ? [on, off] : []);
  // Lines of up to one pixel are fastest as one path; a path of wider ones is slow, because all crossings are
  // computed.
  const isOnePath = width <= pixel;
  if (isOnePath) context.beginPath();
  for (const { source, target } of items) {
    if (isAside(source, target, window)) continue;
    if (!isOnePath) context.beginPath();
    context.moveTo(source.x, source.y);
    context.lineTo(target.x, target.y);
    if (!isOnePath) context.stroke();
  }
  if (isOnePath) context.stroke();
}

/** Whether both ends are outside of the same side of the view. */
function isAside(a: SceneNode, b: SceneNode, { left, top, right, bottom }: Window): boolean {
  return (
    (a.x < left && b.x < left) ||
    (a.x > right && b.x > right) ||
    (a.y < top && b.y < top) ||
    (a.y > bottom && b.y > bottom)
  );
}

/** Smaller radii look the same as squares, which take a tenth of the time, CSS px. */
const LEAST_DISC_PX = 1.5;
/** Names smaller than this on the screen are left out, CSS px. */
const LEAST_NAME_PX = 7;
const NAME_GAP = 5;
const NAME_OUTLINE = 4;
const ROUND = 2 * Math.PI;

const isWithin = ({ x, y }: SceneNode, { left, top, right, bottom }: Window, reach: number): boolean =>
  x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;

function drawNodes(context: Pen, { style, items }: Layer<NodeStyle, SceneNode>, frame: Frame): void {
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

/** Names below their nodes, with an outline in the background colour that separates them from lines. */
function drawNames(
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
    // A letter is at most as wide as high, which bounds the width of a name.
    if (!isWithin(node, window, radius + name.size * node.label.length)) continue;
    const y = node.y + radius + NAME_GAP;
    context.strokeText(node.label, node.x, y);
    context.fillText(node.label, node.x, y);
  }
}
