import { drawLayers } from './draw-layers.ts';
import type { GraphPalette } from './graph-palette.ts';
import type { Hit } from './hit-test.ts';
import { type Layers, layersOf } from './layers.ts';
import { marksOf } from './marks.ts';
import type { Pen } from './pen.ts';
import { type Scene, sizeHubs } from './scene.ts';
import type { Frame } from './view.ts';

/** Current appearance of a scene. The caller requests a frame after each change. */
export interface Picture {
  /** @returns whether the hovered item has changed */
  point(hit: Hit | undefined): boolean;
  /** No highlight if undefined or not drawn. */
  choose(entryId: number | undefined): void;
  recolor(palette: GraphPalette): void;
  /** Keeps companies readable at a zoom of `k` screen pixels per unit. */
  sizeFor(k: number): void;
  draw(pen: Pen, frame: Frame): void;
}

const itemOf = (hit: Hit | undefined) => hit && ('node' in hit ? hit.node : hit.edge);

export function pictureOf(scene: Scene, firstPalette: GraphPalette): Picture {
  let palette = firstPalette;
  let pointed: Hit | undefined;
  let chosenEntry: number | undefined;
  /** Undefined after a change of mark, colour or size. */
  let layers: Layers | undefined;
  return {
    point: (hit) => {
      if (itemOf(hit) === itemOf(pointed)) return false;
      pointed = hit;
      layers = undefined;
      return true;
    },
    choose: (entryId) => {
      chosenEntry = entryId;
      layers = undefined;
    },
    recolor: (next) => {
      palette = next;
      layers = undefined;
    },
    sizeFor: (k) => {
      sizeHubs(scene, k);
      layers = undefined;
    },
    draw: (pen, frame) => {
      layers ??= layersOf(scene, marksOf(scene, pointed, chosenEntry), palette);
      drawLayers(pen, layers, frame, palette);
    },
  };
}
