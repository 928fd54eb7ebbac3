import type { GraphPalette } from '../graph-palette.ts';
import type { Pen } from '../pen.ts';

/** A call that draws on the canvas, with its style. */
export interface Stroke {
  call: 'fill' | 'fillRect' | 'fillText' | 'stroke' | 'strokeText';
  text: string | undefined;
  color: string;
  width: number;
  opacity: number;
  dash: readonly number[];
  /** Segments and arcs of the path. */
  parts: number;
}

/** Replaces the canvas, which jsdom lacks. `strokes` are the calls since the last clear. */
export function recordingPen() {
  let strokes: Stroke[] = [];
  let dash: number[] = [];
  let parts = 0;
  const transforms: number[][] = [];
  const record = (call: Stroke['call'], text?: string) => {
    const color = String(call.startsWith('fill') ? pen.fillStyle : pen.strokeStyle);
    strokes.push({ call, text, color, width: pen.lineWidth, opacity: pen.globalAlpha, dash, parts });
  };
  const pen: Pen = {
    fillStyle: '',
    strokeStyle: '',
    font: '',
    globalAlpha: 1,
    lineJoin: 'miter',
    lineWidth: 1,
    textAlign: 'start',
    textBaseline: 'alphabetic',
    beginPath: () => {
      parts = 0;
    },
    arc: () => {
      parts += 1;
    },
    moveTo: () => {},
    lineTo: () => {
      parts += 1;
    },
    clearRect: () => {
      strokes = [];
    },
    setLineDash: (next: Iterable<number>) => {
      dash = [...next];
    },
    setTransform: (...matrix: unknown[]) => void transforms.push(matrix.map(Number)),
    fill: () => record('fill'),
    fillRect: () => record('fillRect'),
    stroke: () => record('stroke'),
    fillText: (text: string) => record('fillText', text),
    strokeText: (text: string) => record('strokeText', text),
  };
  return {
    pen,
    strokes: (): readonly Stroke[] => strokes,
    names: () => strokes.flatMap(({ call, text }) => (call === 'fillText' && text ? [text] : [])),
    /** The last matrix: scale and shift of the graph. */
    transform: () => transforms.at(-1),
  };
}

export const samplePalette: GraphPalette = {
  series: ['blue', 'orange', 'purple', 'teal', 'brown'],
  surface: 'white',
  ink: 'black',
  line: 'gray',
  high: 'green',
  medium: 'gold',
  low: 'red',
  font: 'Inter',
};
