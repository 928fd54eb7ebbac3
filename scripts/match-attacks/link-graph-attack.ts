import { hash } from 'node:crypto';

/** Who is linked with whom, and what the edge says of how: its levels and weights lie open in the database. */
export interface LinkGraph {
  readonly count: number;
  readonly links: ReadonlyArray<{ readonly a: number; readonly b: number; readonly label: string }>;
}

const ROUNDS = 3;

/**
 * Aligns the links of a stolen database with those that the attacker gets by matching the country's register under a key
 * of their own: a node is told by its links, by its neighbours' links and so on (colour refinement: Weisfeiler and Leman,
 * 1968), and is taken for the one node of the register that looks the same from the farthest.
 * @returns for each stolen node one of the register, or -1
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
  // Whoever is linked with nobody looks like everybody else who is not.
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
