import type { GraphModel } from './graph-model.ts';

export interface Point {
  x: number;
  y: number;
}

/** Distance of a hub to its nearest people, and space per person, in graph units. */
const HUB_RADIUS = 52;
const STEP = 22;
/** (√5 − 1) / 2: any number of its multiples modulo 1 is spread evenly over the interval (Weyl). */
const GOLDEN = 0.618;
const INSIDE = 'inside';

interface Seat {
  hub: string;
  /** The hub of the person's partner, or INSIDE for its own. */
  facing: string;
  /** −1 or 1: partners are ordered in opposite directions in their fans, so that their lines do not cross. */
  sense: number;
}

/**
 * Initial positions: companies on a circle, their people in fans that face the company of their partners, partners
 * mirrored. Linear in the size of the graph and deterministic; the forces only spread it.
 */
export function hubLayout({ nodes, edges }: GraphModel): ReadonlyMap<string, Point> {
  const hubs = nodes.filter((node) => node.kind === 'company').map((node) => node.id);
  const fans = fansOf({ nodes, edges }, hubs);
  const spread = Math.min(2.4, Math.PI / Math.max(2, hubs.length));
  const reach = (count: number) => Math.sqrt(HUB_RADIUS ** 2 + (2 * count * STEP ** 2) / spread);
  const widest = Math.max(HUB_RADIUS, ...[...fans.values()].map((fan) => reach(fan.people.length)));
  const ring = hubs.length < 2 ? 0 : (widest * 1.25) / Math.sin(Math.PI / hubs.length);
  const turn = (at: number) => (2 * Math.PI * at) / hubs.length + Math.PI;
  const centers = new Map(
    hubs.map((hub, at) => [hub, { x: ring * Math.cos(turn(at)), y: ring * Math.sin(turn(at)) }]),
  );
  const places = new Map<string, Point>(centers);
  for (const { seat, people } of fans.values()) {
    const center = centers.get(seat.hub) ?? { x: 0, y: 0 };
    const goal = centers.get(seat.facing) ?? { x: center.x * 2 || 1, y: center.y * 2 };
    const direction = Math.atan2(goal.y - center.y, goal.x - center.x);
    const far = reach(people.length);
    people.forEach((person, rank) => {
      const angle = direction + seat.sense * spread * ((rank + 0.5) / people.length - 0.5);
      const share = (rank * GOLDEN) % 1;
      const distance = Math.sqrt(HUB_RADIUS ** 2 + share * (far ** 2 - HUB_RADIUS ** 2));
      places.set(person, {
        x: center.x + distance * Math.cos(angle),
        y: center.y + distance * Math.sin(angle),
      });
    });
  }
  return places;
}

type Fans = ReadonlyMap<string, { seat: Seat; people: readonly string[] }>;

/** Each person once, in the fan of its first relationship. */
function fansOf({ edges }: GraphModel, hubs: readonly string[]): Fans {
  const hubOf = new Map(
    edges.flatMap(({ kind, source, target }) => (kind === 'membership' ? [[target, source] as const] : [])),
  );
  const fans = new Map<string, { seat: Seat; people: string[] }>();
  const seated = new Set<string>();
  const sit = (person: string, partnerHub: string | undefined) => {
    const hub = hubOf.get(person);
    if (hub === undefined || seated.has(person)) return;
    seated.add(person);
    const facing = partnerHub === undefined || partnerHub === hub ? INSIDE : partnerHub;
    const key = `${hub} ${facing}`;
    const sense = hubs.indexOf(hub) < hubs.indexOf(facing) ? -1 : 1;
    const fan = fans.get(key) ?? { seat: { hub, facing, sense }, people: [] };
    fan.people.push(person);
    fans.set(key, fan);
  };
  for (const { kind, source, target } of edges) {
    if (kind === 'membership') continue;
    sit(source, hubOf.get(target) ?? target);
    sit(target, hubOf.get(source) ?? source);
  }
  for (const person of hubOf.keys()) sit(person, undefined);
  return fans;
}
