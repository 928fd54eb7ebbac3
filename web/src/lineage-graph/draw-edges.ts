import type { EdgeStyle } from './graph-style.ts';
import type { Layer } from './layers.ts';
import type { Pen } from './pen.ts';
import type { SceneEdge, SceneNode } from './scene.ts';
import { type Frame, type Window, windowOf } from './view.ts';

/** Shorter dashes with their gap cannot be seen, CSS px. */
const LEAST_DASH_PX = 2;
/** Layers of more lines are drawn thin and without dashes while the view moves: a full frame would take 50 ms. */
const COARSE_FROM = 500;

export function drawEdges(context: Pen, { style, items }: Layer<EdgeStyle, SceneEdge>, frame: Frame): void {
  const window = windowOf(frame);
  const pixel = 1 / (frame.view.k * frame.ratio);
  const isCoarse = frame.isMoving && items.length > COARSE_FROM;
  const width = isCoarse ? Math.min(style.width, pixel) : style.width;
  const [on = 0, off = 0] = style.dash;
  const isDashed = !isCoarse && (on + off) * frame.view.k >= LEAST_DASH_PX;
  // Dashes that cannot be seen become a paler line: it looks the same, and takes a hundredth of the time.
  const paler = isDashed || on === 0 ? 1 : on / (on + off);
  context.globalAlpha = style.opacity * paler;
  context.strokeStyle = style.color;
  context.lineWidth = width;
  context.setLineDash(isDashed ? [on, off] : []);
  // Lines of up to one pixel are fastest as one path; wider ones would be filled as one polygon of all crossings.
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

/** Whether both ends are beyond the same side of the window. */
function isAside(a: SceneNode, b: SceneNode, { left, top, right, bottom }: Window): boolean {
  return (
    (a.x < left && b.x < left) ||
    (a.x > right && b.x > right) ||
    (a.y < top && b.y < top) ||
    (a.y > bottom && b.y > bottom)
  );
}
