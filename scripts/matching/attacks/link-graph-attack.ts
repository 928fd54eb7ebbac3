import { hash } from 'node:crypto';

/** Links, with the levels and weights of each edge, which the database stores in plaintext. */
export interface LinkGraph {
  readonly count: number;
  readonly links: ReadonlyArray<{ readonly a: number; readonly b: number; readonly label: string }>;
}

const ROUNDS = 3;

/**
 * Aligns the links of a stolen database with links from matching the country's register under the attacker's own key. A
 * node is characterised by its links, its neighbours' links and so on (colour refinement: Weisfeiler and Leman, 1968),
 * and assigned to the only register node that is equal at the largest depth.
 * @returns for each stolen node a register node, or -1
 */
export function linkGraphAttack(stolen: LinkGraph, register: LinkGraph): Int32Array {
  const found = new Int32Array(stolen.count).fill(-1);
  let [ours, theirs] = [beginning(stolen), beginning(register)];
  for (let round = 0; round < ROUNDS; round += 1) {
    [ours, theirs] = [refined(stolen, ours), refined(register, theirs)];
    const [once, known] = [uniqueNodes(ours), uniqueNodes(theirs)];
    for (const [colour, node] of once) {
      const other = known.get(colour);
      if (other !== undefined) found[node] = other;
    }
  }
  return found;
}

const beginning = ({ count }: LinkGraph): string[] => new Array<string>(count).fill('');

function refined({ links }: LinkGraph, colours: readonly string[]): string[] {
  const around = colours.map((): string[] => []);
  for (const { a, b, label } of links) {
    around[a]?.push(`${label} ${colours[b]}`);
    around[b]?.push(`${label} ${colours[a]}`);
  }
  // Nodes without links are indistinguishable.
  return around.map((seen, node) =>
    seen.length === 0 ? '' : hash('sha256', `${colours[node]}|${seen.sort().join('|')}`),
  );
}

function uniqueNodes(colours: readonly string[]): Map<string, number> {
  const nodes = new Map<string, number>();
  const twice = new Set<string>(['']);
  for (const [node, colour] of colours.entries()) {
    if (nodes.has(colour)) twice.add(colour);
    nodes.set(colour, node);
  }
  for (const colour of twice) nodes.delete(colour);
  return nodes;
}
