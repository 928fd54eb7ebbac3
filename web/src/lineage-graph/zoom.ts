import { type D3DragEvent, drag } from 'd3-drag';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import type { Hit } from './hit-test.ts';
import type { Point } from './hub-layout.ts';
import type { SceneNode } from './scene.ts';
import { FARTHEST, NEAREST, pointAt, type View } from './view.ts';

/** A pointer that moves less than this between press and release is a click, CSS px. */
const CLICK_PX = 4;
/** Zoom per wheel pixel in powers of two, and its maximum per event. */
const WHEEL = { perPixel: 0.01, most: 0.5 };
const LINE_PX = 20;

export interface Zoom {
  view(): View;
  /** Whether the user is dragging or zooming. */
  isMoving(): boolean;
  show(view: View): void;
  /** Zooms around the centre of the element. */
  scaleBy(factor: number): void;
  destroy(): void;
}

export interface ZoomOptions {
  /** The item at a point of the element. */
  hitAt: (point: Point, isTouch: boolean) => Hit | undefined;
  /** Called when the view or a node has moved or stopped. */
  onMove: () => void;
}

interface Grip extends Point {
  node: SceneNode;
}

/** The wheel scrolls the page. With Ctrl or ⌘ it zooms the graph; browsers report a pinch as Ctrl. */
function isForGraph(event: MouseEvent | TouchEvent): boolean {
  if (event.type === 'wheel') return event.ctrlKey || event.metaKey;
  return !event.ctrlKey && !('button' in event && event.button !== 0);
}

function wheelDelta({ deltaY, deltaMode }: WheelEvent): number {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * LINE_PX;
  return Math.min(WHEEL.most, Math.max(-WHEEL.most, -pixels * WHEEL.perPixel));
}

/** Drags and zooms the view, and drags nodes, by mouse, touch and pen. */
export function zoomOn(canvas: HTMLCanvasElement, { hitAt, onMove }: ZoomOptions): Zoom {
  const element = select(canvas);
  let isMoving = false;
  const start = () => {
    isMoving = true;
  };
  const end = () => {
    isMoving = false;
    onMove();
  };
  const zooming = zoom<HTMLCanvasElement, unknown>()
    .filter(isForGraph)
    .wheelDelta(wheelDelta)
    .scaleExtent([FARTHEST, NEAREST])
    .clickDistance(CLICK_PX)
    .on('start', start)
    .on('zoom', onMove)
    .on('end', end);
  const dragging = drag<HTMLCanvasElement, unknown, Grip | undefined>()
    .container(canvas)
    .clickDistance(CLICK_PX)
    .subject((event: D3DragEvent<HTMLCanvasElement, unknown, unknown>) => {
      const hit = hitAt(event, event.sourceEvent.type === 'touchstart');
      if (!hit || !('node' in hit)) return undefined;
      const { k, x, y } = zoomTransform(canvas);
      return { node: hit.node, x: k * hit.node.x + x, y: k * hit.node.y + y };
    })
    .on('drag', (event: D3DragEvent<HTMLCanvasElement, unknown, Grip>) => {
      Object.assign(event.subject.node, pointAt(zoomTransform(canvas), event));
      onMove();
    })
    .on('start', start)
    .on('end', end);
  // Registered before the zoom, because dragging a node stops the event. A double click does nothing.
  element.call(dragging).call(zooming).on('dblclick.zoom', null);
  return {
    view: () => zoomTransform(canvas),
    isMoving: () => isMoving,
    show: ({ k, x, y }) => element.call(zooming.transform, zoomIdentity.translate(x, y).scale(k)),
    scaleBy: (factor) => element.call(zooming.scaleBy, factor),
    destroy: () => {
      element.on('.drag', null).on('.zoom', null);
      // Ends a gesture in progress: the next graph on this canvas would continue it and call these listeners.
      Reflect.deleteProperty(canvas, '__zooming');
    },
  };
}
