import { settle } from './force-layout.ts';
import { type GraphHandlers, listenToGraph } from './graph-events.ts';
import type { GraphModel } from './graph-model.ts';
import { type GraphPalette, readPalette } from './graph-palette.ts';
import { hitAt } from './hit-test.ts';
import type { Point } from './hub-layout.ts';
import { pictureOf } from './picture.ts';
import { sceneOf } from './scene.ts';
import { surfaceOf } from './surface.ts';
import { pointAt, viewOfAll } from './view.ts';
import { type Zoom, zoomOn } from './zoom.ts';

export interface DrawnGraph {
  zoomBy: Zoom['scaleBy'];
  showAll(): void;
  /** Redraws for the element's current size, with everything in view. */
  resize(): void;
  recolor(palette: GraphPalette): void;
  /** Highlights a relationship; none if it is undefined or not drawn. */
  choose(entryId: number | undefined): void;
  destroy(): void;
}

/** A graph drawn on `canvas`. It appears once its positions are final. The caller destroys it. */
export function newGraph(
  canvas: HTMLCanvasElement,
  model: GraphModel,
  handlers: () => GraphHandlers,
): DrawnGraph {
  const scene = sceneOf(model);
  const picture = pictureOf(scene, readPalette(canvas));
  let isSettled = false;
  const surface = surfaceOf(canvas, (pen, size, ratio) => {
    if (isSettled) picture.draw(pen, { view: zoom.view(), size, ratio, isMoving: zoom.isMoving() });
  });
  const hit = (point: Point, isTouch: boolean) => {
    const view = zoom.view();
    return isSettled ? hitAt(scene, pointAt(view, point), view.k, isTouch ? 'coarse' : 'fine') : undefined;
  };
  const zoom = zoomOn(canvas, { hitAt: hit, onMove: surface.request });
  const showAll = () => {
    const view = viewOfAll(scene, surface.size());
    picture.sizeFor(view.k);
    zoom.show(view);
  };
  const stopListening = listenToGraph(canvas, {
    hitAt: hit,
    onPoint: (next) => picture.point(next) && surface.request(),
    handlers,
  });
  const stopSettling = settle(scene, () => {
    isSettled = true;
    showAll();
  });
  const changing =
    <Change>(change: (to: Change) => void) =>
    (to: Change) => {
      change(to);
      surface.request();
    };
  return {
    zoomBy: zoom.scaleBy,
    showAll,
    resize: () => {
      showAll();
      surface.drawNow();
    },
    recolor: changing(picture.recolor),
    choose: changing(picture.choose),
    destroy: () => {
      for (const stop of [stopSettling, stopListening, zoom.destroy, surface.destroy]) stop();
    },
  };
}
