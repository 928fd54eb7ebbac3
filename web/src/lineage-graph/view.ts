import type { Point } from './hub-layout.ts';
import { radiusOf, type Scene } from './scene.ts';

/** The view: a point p of the graph is at k·p + (x, y) on the screen, CSS px. */
export interface View extends Point {
  /** Screen pixels per unit of the graph. */
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** One drawing of the graph. */
export interface Frame {
  view: View;
  /** CSS px. */
  size: Size;
  /** Pixels of the canvas per CSS px. */
  ratio: number;
  /** Whether the user drags or zooms; a full frame follows. */
  isMoving: boolean;
}

/** The visible part of the graph, in graph units. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const FARTHEST = 0.02;
export const NEAREST = 4;
/** Maximum zoom to fit: a graph of three nodes does not fill the frame. */
const CLOSEST_FIT = 1.3;
/** Space around the nodes, CSS px: at the sides half of a company's name, which is centred below its node. */
const MARGIN = { x: 56, y: 24 };

/** Bounding box of all nodes, without their names. */
function boxOf(scene: Scene): Window {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const node of scene.nodes) {
    const radius = radiusOf(node, scene);
    box.left = Math.min(box.left, node.x - radius);
    box.top = Math.min(box.top, node.y - radius);
    box.right = Math.max(box.right, node.x + radius);
    box.bottom = Math.max(box.bottom, node.y + radius);
  }
  return scene.nodes.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : box;
}

/** The view that shows everything at a readable size. */
export function viewOfAll(scene: Scene, { width, height }: Size): View {
  const { left, top, right, bottom } = boxOf(scene);
  const fitX = (width - 2 * MARGIN.x) / Math.max(1, right - left);
  const fitY = (height - 2 * MARGIN.y) / Math.max(1, bottom - top);
  const fit = Math.min(CLOSEST_FIT, fitX, fitY);
  const k = Math.max(FARTHEST, fit);
  return { k, x: width / 2 - (k * (left + right)) / 2, y: height / 2 - (k * (top + bottom)) / 2 };
}

/** The point of the graph at a point of the screen. */
export const pointAt = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.k,
  y: (y - view.y) / view.k,
});

export const windowOf = ({ view, size }: Frame): Window => ({
  left: -view.x / view.k,
  top: -view.y / view.k,
  right: (size.width - view.x) / view.k,
  bottom: (size.height - view.y) / view.k,
});
