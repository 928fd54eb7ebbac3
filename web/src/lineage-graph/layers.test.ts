import { describe, expect, it } from 'vitest';
import { layersOf } from './layers.ts';
import { marksOf } from './marks.ts';
import { type Scene, sceneOf } from './scene.ts';
import { samplePalette } from './testing/recording-pen.ts';
import { sampleModel } from './testing/sample-model.ts';

const found = <T>(item: T | undefined): T => {
  if (item === undefined) throw new Error('The sample has no such item');
  return item;
};
const nodeOf = ({ nodes }: Scene, id: string) => found(nodes.find((node) => node.id === id));
const edgeOf = ({ edges }: Scene, id: string) => found(edges.find((edge) => edge.id === id));

/** Styles of nodes and lines by id. */
function stylesOf(scene: Scene, hit?: Parameters<typeof marksOf>[1], chosen?: number) {
  const { nodes, edges } = layersOf(scene, marksOf(scene, hit, chosen), samplePalette);
  return {
    node: new Map(nodes.flatMap(({ style, items }) => items.map(({ id }) => [id, style]))),
    edge: new Map(edges.flatMap(({ style, items }) => items.map(({ id }) => [id, style]))),
    orders: [...edges, ...nodes].map(({ style }) => style.order),
  };
}

describe('layersOf', () => {
  it('colours companies, people by their company, and lines by confidence, dashed while pending', () => {
    const { node, edge } = stylesOf(sceneOf(sampleModel(40)));
    expect(node.get('company:2')).toMatchObject({ fill: 'orange', radius: 17, name: { size: 13 } });
    expect(node.get('individual:2')).toMatchObject({
      fill: 'white',
      ring: { color: 'orange', width: 2 },
      radius: 5,
      name: undefined,
    });
    expect(edge.get('entry:1')).toMatchObject({ color: 'green', width: 2, dash: [], opacity: 1 });
    expect(edge.get('entry:2')).toMatchObject({ color: 'gold', width: 1.5, dash: [4, 3] });
    expect(edge.get('entry:3')).toMatchObject({ color: 'red', width: 1.2, dash: [] });
    expect(edge.get('member:0')).toMatchObject({ color: 'gray', width: 0.7, opacity: 0.6 });
  });

  it('reuses the first colour for a sixth company', () => {
    const scene = sceneOf(sampleModel(4));
    nodeOf(scene, 'company:1').series = 5;
    expect(stylesOf(scene).node.get('company:1')).toMatchObject({ fill: 'blue' });
  });

  it('names items near the pointer, and fades the others', () => {
    const scene = sceneOf(sampleModel(40));
    const { node, edge } = stylesOf(scene, { node: nodeOf(scene, 'individual:2') });
    expect(node.get('individual:3')).toMatchObject({ opacity: 1, name: { size: 11 } });
    expect(node.get('company:2')).toMatchObject({ opacity: 1 });
    expect(node.get('individual:9')).toMatchObject({ opacity: 0.12, name: undefined });
    expect(edge.get('entry:2')).toMatchObject({ width: 3, opacity: 1, dash: [4, 3] });
    expect(edge.get('member:1')).toMatchObject({ width: 1.2, opacity: 1 });
    expect(edge.get('entry:9')).toMatchObject({ opacity: 0.12 });
  });

  it('shows only the two ends of a line under the pointer', () => {
    const scene = sceneOf(sampleModel(40));
    const { node, edge } = stylesOf(scene, { edge: edgeOf(scene, 'entry:5') });
    const lit = [...node].flatMap(([id, { opacity }]) => (opacity === 1 ? [id] : []));
    expect(lit.sort()).toEqual(['individual:5', 'individual:6']);
    expect([...edge].flatMap(([id, { opacity }]) => (opacity === 1 ? [id] : []))).toEqual(['entry:5']);
  });

  it('fades nothing in a large graph, because redrawing at each pointer move is slow', () => {
    const scene = sceneOf(sampleModel(400));
    const { node } = stylesOf(scene, { node: nodeOf(scene, 'individual:2') });
    expect([...node.values()].every(({ opacity }) => opacity === 1)).toBe(true);
  });

  it('highlights the selected pair and mutes the other lines', () => {
    const { node, edge, orders } = stylesOf(sceneOf(sampleModel(40)), undefined, 5);
    expect(edge.get('entry:5')).toMatchObject({ width: 5, opacity: 1 });
    expect(edge.get('entry:6')).toMatchObject({ opacity: 0.22 });
    expect(edge.get('member:0')).toMatchObject({ opacity: 0.22 });
    expect(node.get('individual:5')).toMatchObject({ radius: 7.5, name: { size: 11 } });
    expect(node.get('individual:9')).toMatchObject({ opacity: 1 });
    // The selected line is above the others, companies are above people, and the selected pair is above all.
    expect(orders.filter((order, at) => order !== orders[at - 1])).toEqual([0, 15, 0, 20, 30]);
  });
});
