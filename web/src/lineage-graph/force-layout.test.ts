import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from './force-layout.ts';
import { type Scene, sceneOf } from './scene.ts';
import { sampleModel } from './testing/sample-model.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function settled(people: number, prepare = (_: Scene) => {}): Scene {
  const scene = sceneOf(sampleModel(people));
  prepare(scene);
  settle(scene, () => {});
  vi.runAllTimers();
  return scene;
}
const placesOf = ({ nodes }: Scene) => nodes.map(({ x, y }) => [x, y]);

describe('settle', () => {
  it('lays out the same graph identically, for any slicing of ticks', () => {
    const once = settled(60);
    const clock = vi.spyOn(performance, 'now');
    let now = 0;
    // Each reading of the clock is a second later, so each slice has one tick.
    clock.mockImplementation(() => {
      now += 1000;
      return now;
    });
    const sliced = settled(60);
    clock.mockRestore();
    expect(placesOf(sliced)).toEqual(placesOf(once));
  });

  it('separates nodes that start at the same point, deterministically', () => {
    const start = (scene: Scene) => {
      for (const node of scene.nodes) [node.x, node.y] = [0, 0];
    };
    const once = placesOf(settled(12, start));
    expect(new Set(once.map(String)).size).toBe(15);
    expect(placesOf(settled(12, start))).toEqual(once);
  });

  it.each([1, 12, 60, 240])('keeps %i people separate, and outside the discs of companies', (people) => {
    const { nodes, hub } = settled(people);
    const gaps = nodes.flatMap((a, at) =>
      nodes.slice(at + 1).map((b) => {
        const discs = [a, b].filter((node) => node.kind === 'company').length * (hub.scale / 2);
        return Math.hypot(a.x - b.x, a.y - b.y) - discs;
      }),
    );
    // Two rings of radius 6 touch at distance 12; the layout resolves collisions only approximately.
    expect(Math.min(...gaps)).toBeGreaterThan(14);
    expect(gaps.every(Number.isFinite)).toBe(true);
  });

  it('keeps people nearest to their company', () => {
    const { nodes, edges } = settled(60);
    const companies = nodes.filter((node) => node.kind === 'company');
    const homes = edges.filter((edge) => edge.kind === 'membership');
    const nearest = homes.filter(({ source, target }) => {
      const distance = (node: typeof source) => Math.hypot(node.x - target.x, node.y - target.y);
      return companies.every((company) => distance(company) >= distance(source));
    });
    expect(nearest).toHaveLength(60);
  });

  it('keeps a graph of 5,000 people at its initial positions, synchronously', () => {
    const scene = sceneOf(sampleModel(5000));
    const before = placesOf(scene);
    const onSettled = vi.fn();
    settle(scene, onSettled);
    expect(onSettled).toHaveBeenCalledOnce();
    expect(placesOf(scene)).toEqual(before);
  });

  it('calls back once, and never after a stop', () => {
    const [onSettled, onStopped] = [vi.fn(), vi.fn()];
    settle(sceneOf(sampleModel(12)), onSettled);
    settle(sceneOf(sampleModel(12)), onStopped)();
    vi.runAllTimers();
    expect(onSettled).toHaveBeenCalledOnce();
    expect(onStopped).not.toHaveBeenCalled();
  });
});
