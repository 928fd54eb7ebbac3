import { describe, expect, it } from 'vitest';
import { sceneOf, sizeHubs } from './scene.ts';
import { sampleModel } from './testing/sample-model.ts';
import { pointAt, viewOfAll } from './view.ts';

describe('viewOfAll', () => {
  it.each([
    [60, 800, 400],
    [60, 358, 300],
    [60, 358, 700],
    [5000, 1200, 400],
  ])('shows all of %i people in %i × %i px', (people, width, height) => {
    const scene = sceneOf(sampleModel(people));
    const { k, x, y } = viewOfAll(scene, { width, height });
    for (const node of scene.nodes) {
      expect(k * node.x + x).toBeGreaterThanOrEqual(56);
      expect(k * node.x + x).toBeLessThanOrEqual(width - 56);
      expect(k * node.y + y).toBeGreaterThanOrEqual(24);
      expect(k * node.y + y).toBeLessThanOrEqual(height - 24);
    }
  });

  it('does not cut the names of companies at the width of a phone', () => {
    const scene = sceneOf(sampleModel(60));
    const { k, x } = viewOfAll(scene, { width: 358, height: 700 });
    sizeHubs(scene, k);
    // A letter of the theme's font is on average 0.55 of its height wide.
    const half = ('Sahyadri Insurance'.length * 0.55 * scene.hub.font * k) / 2;
    for (const node of scene.nodes.filter(({ kind }) => kind === 'company')) {
      expect(k * node.x + x).toBeGreaterThanOrEqual(half);
      expect(k * node.x + x).toBeLessThanOrEqual(358 - half);
    }
  });

  it('does not magnify a single node or an empty graph', () => {
    const size = { width: 800, height: 400 };
    const scene = sceneOf(sampleModel(1));
    expect(viewOfAll({ ...scene, nodes: scene.nodes.slice(0, 1) }, size).k).toBe(1.3);
    expect(viewOfAll({ ...scene, nodes: [] }, size)).toEqual({ k: 1.3, x: 400, y: 200 });
  });

  it('accepts an element without a size', () => {
    expect(viewOfAll(sceneOf(sampleModel(6)), { width: 0, height: 0 }).k).toBe(0.02);
  });
});

describe('pointAt', () => {
  it('is the inverse of the view', () => {
    const view = { k: 0.5, x: 30, y: -20 };
    expect(pointAt(view, { x: 0.5 * 7 + 30, y: 0.5 * 9 - 20 })).toEqual({ x: 7, y: 9 });
  });
});

describe('sizeHubs', () => {
  it('keeps companies 20 px wide and their names 12 px high', () => {
    const scene = sceneOf(sampleModel(6));
    sizeHubs(scene, 0.1);
    expect(scene.hub).toEqual({ scale: 200, font: 120 });
    sizeHubs(scene, 1.3);
    expect(scene.hub).toEqual({ scale: 34, font: 13 });
  });
});

describe('sceneOf', () => {
  it('omits a line to a node that is not drawn', () => {
    const model = sampleModel(3);
    const scene = sceneOf({ ...model, nodes: model.nodes.filter(({ id }) => id !== 'individual:2') });
    expect(scene.edges.map(({ id }) => id)).toEqual(['member:0', 'member:2']);
  });
});
