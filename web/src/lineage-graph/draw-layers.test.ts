import { describe, expect, it } from 'vitest';
import { drawLayers } from './draw-layers.ts';
import { layersOf } from './layers.ts';
import { sceneOf, sizeHubs } from './scene.ts';
import { recordingPen, samplePalette } from './testing/recording-pen.ts';
import { sampleModel } from './testing/sample-model.ts';
import { type Frame, viewOfAll } from './view.ts';

const size = { width: 800, height: 400 };

/** Drawing operations for a graph of that many people. */
function drawing(people: number, change: Partial<Frame> = {}) {
  const scene = sceneOf(sampleModel(people));
  const view = viewOfAll(scene, size);
  sizeHubs(scene, view.k);
  const record = recordingPen();
  const frame = { view, size, ratio: 2, isMoving: false, ...change };
  drawLayers(record.pen, layersOf(scene, new Map(), samplePalette), frame, samplePalette);
  return { ...record, scene, view };
}

describe('drawLayers', () => {
  it('draws each line and node once, at display resolution', () => {
    const { strokes, names, transform, view } = drawing(6);
    expect(transform()).toEqual([2 * view.k, 0, 0, 2 * view.k, 2 * view.x, 2 * view.y]);
    expect(strokes().filter(({ call }) => call === 'fill')).toHaveLength(9);
    const lines = strokes().filter(
      ({ call, color }) => call === 'stroke' && /green|gold|red|gray/.test(color),
    );
    expect(lines.reduce((sum, { parts }) => sum + parts, 0)).toBe(6 + 5);
    expect(names()).toHaveLength(9);
  });

  it('draws lines below nodes', () => {
    const calls = drawing(6)
      .strokes()
      .map(({ call }) => call);
    expect(calls.indexOf('fill')).toBeGreaterThan(0);
    expect(calls.slice(0, calls.indexOf('fill')).every((call) => call === 'stroke')).toBe(true);
  });

  it('draws nothing outside the view', () => {
    expect(
      drawing(6, { view: { k: 1, x: 90_000, y: 0 } })
        .strokes()
        .filter(({ parts }) => parts > 0),
    ).toEqual([]);
  });

  it('omits names that are too small to read', () => {
    const { names } = drawing(6, { view: { k: 0.6, x: 400, y: 200 } });
    expect(names().sort()).toEqual(['Asha Bank', 'Bodhi Health', 'Kaveri Telecom']);
  });

  it('dashes pending lines, or makes them paler if dashes would be too small', () => {
    const pending = (k: number) =>
      drawing(6, { view: { k, x: 400, y: 200 } })
        .strokes()
        .find(({ color }) => color === 'gold');
    expect(pending(1)).toMatchObject({ dash: [4, 3], opacity: 1 });
    expect(pending(0.1)).toMatchObject({ dash: [], opacity: 4 / 7 });
  });

  it('draws 5,000 people as squares and thin lines, with one path per style', () => {
    const { strokes } = drawing(5000);
    expect(strokes().filter(({ call }) => call === 'fillRect')).toHaveLength(5000);
    expect(strokes().filter(({ call }) => call === 'stroke').length).toBeLessThan(20);
  });

  it('draws many lines thin while the view moves, and wide afterwards', () => {
    const view = { k: 1, x: 400, y: 200 };
    const width = (isMoving: boolean) =>
      drawing(5000, { view, isMoving })
        .strokes()
        .find(({ color }) => color === 'green')?.width;
    expect(width(true)).toBe(0.5);
    expect(width(false)).toBe(2);
  });
});
