import { describe, expect, it } from 'vitest';
import { hitAt } from './hit-test.ts';
import { type SceneNode, sceneOf } from './scene.ts';
import { sampleModel } from './testing/sample-model.ts';

const places: Record<string, [number, number]> = {
  'company:1': [0, 0],
  'company:2': [0, 300],
  'company:3': [0, -300],
  'individual:1': [100, 0],
  'individual:2': [100, 100],
  'individual:3': [200, 100],
};
const scene = sceneOf(sampleModel(3));
for (const node of scene.nodes) [node.x, node.y] = places[node.id] ?? [0, 0];

const idAt = (x: number, y: number, k = 1, pointer: 'fine' | 'coarse' = 'fine') => {
  const hit = hitAt(scene, { x, y }, k, pointer);
  return hit && ('node' in hit ? hit.node.id : hit.edge.id);
};

describe('hitAt', () => {
  it('finds people and companies by their size, before lines that end at them', () => {
    expect(idAt(103, 2)).toBe('individual:1');
    expect(idAt(0, 16)).toBe('company:1');
    expect(idAt(0, 21)).toBeUndefined();
  });

  it('finds the nearest line between people, but no membership line', () => {
    expect(idAt(106, 50)).toBe('entry:1');
    expect(idAt(150, 95)).toBe('entry:2');
    expect(idAt(50, 0)).toBeUndefined();
    // Beyond the end of a line.
    expect(idAt(225, 100)).toBeUndefined();
  });

  it('has the same reach in screen pixels at every zoom, and a larger one for touch', () => {
    expect(idAt(116, 50)).toBeUndefined();
    expect(idAt(116, 50, 0.4)).toBe('entry:1');
    expect(idAt(116, 50, 1, 'coarse')).toBe('entry:1');
    expect(idAt(106, 50, 4)).toBeUndefined();
    expect(idAt(100, -12, 1, 'coarse')).toBe('individual:1');
  });

  it('finds the nearer of two people within reach', () => {
    const near: SceneNode[] = scene.nodes.map((node) => ({ ...node }));
    const two = { ...scene, edges: [], nodes: near };
    for (const node of near) [node.x, node.y] = node.id === 'individual:1' ? [0, 0] : [9, 0];
    const hit = hitAt(
      { ...two, nodes: near.filter(({ kind }) => kind === 'individual') },
      { x: 4, y: 0 },
      1,
      'fine',
    );
    expect(hit).toMatchObject({ node: { id: 'individual:1' } });
  });
});
