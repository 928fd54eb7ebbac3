import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
} from 'd3-force';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

/** Above this number of nodes the hub positions stay: forces would take seconds without a visible gain. */
const FORCES_TO = 250;
const TICKS = 200;
/** Time of one slice of ticks, ms: between two slices the browser handles input. */
const SLICE_MS = 12;

/** Distances in graph units. People stay near their company; a link across companies is weak. */
const MEMBERSHIP = { distance: 70, strength: 0.5 };
const PAIR = { distance: 200, strength: 0.02 };
const REPULSION = { company: -1400, individual: -130 };
const ROOM = { company: 34, individual: 11 };
const GRAVITY = 0.045;

const linkOf = ({ kind }: SceneEdge) => (kind === 'membership' ? MEMBERSHIP : PAIR);

/**
 * Forces that spread the hub positions (velocity Verlet with Barnes-Hut repulsion, d3-force). d3-force has a fixed
 * random seed, so the result is deterministic. The caller runs the ticks.
 */
function forcesOn({ nodes, edges }: Scene): Simulation<SceneNode, SceneEdge> {
  return forceSimulation<SceneNode>([...nodes])
    .force(
      'links',
      forceLink<SceneNode, SceneEdge>([...edges])
        .distance((edge) => linkOf(edge).distance)
        .strength((edge) => linkOf(edge).strength),
    )
    .force(
      'repulsion',
      forceManyBody<SceneNode>().strength((node) => REPULSION[node.kind]),
    )
    .force(
      'room',
      forceCollide<SceneNode>().radius((node) => ROOM[node.kind]),
    )
    .force('x', forceX<SceneNode>().strength(GRAVITY))
    .force('y', forceY<SceneNode>().strength(GRAVITY))
    .alphaDecay(1 - 0.001 ** (1 / TICKS))
    .stop();
}

/** Moves the nodes to their final positions in slices, then calls back. @returns a function that stops it */
export function settle(scene: Scene, onSettled: () => void): () => void {
  if (scene.nodes.length < 2 || scene.nodes.length > FORCES_TO) {
    onSettled();
    return () => {};
  }
  const simulation = forcesOn(scene);
  let ticks = 0;
  let timer: ReturnType<typeof setTimeout>;
  const slice = () => {
    const end = performance.now() + SLICE_MS;
    do {
      simulation.tick();
      ticks += 1;
    } while (ticks < TICKS && performance.now() < end);
    if (ticks < TICKS) timer = setTimeout(slice);
    else onSettled();
  };
  timer = setTimeout(slice);
  return () => clearTimeout(timer);
}
