import type { GraphPalette } from './graph-palette.ts';
import { CHOSEN_RADIUS, radiusOf, type Scene, type SceneEdge, type SceneNode } from './scene.ts';

/** State of a node or line from pointer and selection; several can apply. */
export const MARK = { near: 1, chosen: 2, faded: 4, muted: 8 } as const;

/** Widths, sizes and dashes are in graph units. */
export interface NodeStyle {
  radius: number;
  fill: string;
  /** A ring centred on the radius. */
  ring: { color: string; width: number } | undefined;
  opacity: number;
  name: { size: number; weight: number } | undefined;
  /** Higher ones are drawn later. */
  order: number;
}

export interface EdgeStyle {
  color: string;
  width: number;
  dash: readonly number[];
  opacity: number;
  order: number;
}

export const LINE_WIDTH = { membership: 0.7, high: 2, medium: 1.5, low: 1.2 } as const;
const PERSON_NAME = 11;
const DASH = [4, 3];
const FADED = 0.12;
const MUTED = 0.22;
const MEMBERSHIP_OPACITY = 0.6;

/** A company is a disc in its colour; a person is a ring in the colour of its company. */
export function nodeStyle(node: SceneNode, marks: number, scene: Scene, palette: GraphPalette): NodeStyle {
  const color = palette.series[node.series % palette.series.length] ?? palette.ink;
  const opacity = marks & MARK.faded ? FADED : 1;
  if (node.kind === 'company') {
    const name = { size: scene.hub.font, weight: 600 };
    return { radius: radiusOf(node, scene), fill: color, ring: undefined, opacity, name, order: 20 };
  }
  const stands = (marks & (MARK.near | MARK.chosen)) !== 0;
  return {
    radius: marks & MARK.chosen ? CHOSEN_RADIUS : radiusOf(node, scene),
    fill: palette.surface,
    ring: { color, width: 2 },
    opacity,
    name: stands || scene.isNamed ? { size: nameSize(marks, scene), weight: 400 } : undefined,
    order: stands ? 30 : 0,
  };
}

/** The names of the selected pair stay readable at every zoom, like those of companies. */
const nameSize = (marks: number, { hub }: Scene): number =>
  marks & MARK.chosen ? Math.max(PERSON_NAME, hub.font - 2) : PERSON_NAME;

/** A line in the colour of its confidence; dashed while its verification is pending. */
export function edgeStyle({ kind, isPending }: SceneEdge, marks: number, palette: GraphPalette): EdgeStyle {
  const color = kind === 'membership' ? palette.line : palette[kind];
  const dash = isPending ? DASH : [];
  if (marks & MARK.chosen) return { color, dash, width: 5, opacity: 1, order: 15 };
  if (marks & MARK.near)
    return { color, dash, width: kind === 'membership' ? 1.2 : 3, opacity: 1, order: 10 };
  return { color, dash, width: LINE_WIDTH[kind], opacity: plainOpacity(kind, marks), order: 0 };
}

function plainOpacity(kind: SceneEdge['kind'], marks: number): number {
  if (marks & MARK.faded) return FADED;
  if (marks & MARK.muted) return MUTED;
  return kind === 'membership' ? MEMBERSHIP_OPACITY : 1;
}
