import { countOf, type EdgeKind } from './kinds-store.ts';
import type { Reader } from './reader.ts';

/** How many of the strongest links between two companies, or inside one, a graph shows. */
export interface GraphShare {
  /** The viewing company of the rows. */
  readonly companyId: number;
  readonly loCompanyId: number;
  /** 0 inside a company. */
  readonly agreementId: number;
  /** Number of existing links. */
  readonly edges: number;
  /** Number of links in the graph. */
  readonly limit: number;
  /** Whether to read links by the index of confidence instead of sorting all. */
  readonly isInOrder: boolean;
  /** Without its first link a company may have none. */
  readonly isFirst: boolean;
}

interface Group extends Omit<GraphShare, 'limit' | 'isInOrder' | 'isFirst'> {
  readonly hiCompanyId: number;
  /** Expected number of nodes per link. */
  readonly nodes: number;
  /** Ten percents of confidence of its strongest links. */
  readonly ten: number;
}

/** Each share is a subquery. More only where every company needs one. */
const MOST_SHARES = 60;
/** Least number of people of a share. */
const LEAST_PEOPLE = 2;
/** Read a tenth more links, because some repeat people of stronger links. */
const SPARE_PERCENT = 110;

/**
 * Divides the people of a graph among pairs of companies, so that a large company does not displace a small one: equal
 * shares, and an unused rest goes to the others (max-min fairness).
 * @param kinds kinds without rejected edges
 * @param maxPeople nodes of the graph that remain after one per company
 * @param nodesPerLink for links whose both individuals may be read; 2, or less when links share individuals
 */
export function graphShares(
  kinds: readonly EdgeKind[],
  reader: Pick<Reader, 'readable'>,
  maxPeople: number,
  nodesPerLink = 2,
): GraphShare[] {
  const groups = everyCompanyFirst(
    groupsOf(kinds, reader, nodesPerLink),
    Math.max(1, Math.floor(maxPeople / LEAST_PEOPLE)),
  );
  const ascending = groups.toSorted((a, b) => a.edges * a.nodes - b.edges * b.nodes);
  let left = maxPeople;
  const shares = ascending.map((group, at): GraphShare => {
    const { companyId, loCompanyId, agreementId, edges, nodes, isFirst } = group;
    const own = Math.min(edges * nodes, left / (ascending.length - at));
    left -= own;
    const limit = Math.min(edges, Math.ceil((SPARE_PERCENT * own) / (100 * nodes)));
    return { companyId, loCompanyId, agreementId, edges, limit, isInOrder: isMostOf(kinds, group), isFirst };
  });
  return shares.toReversed();
}

function groupsOf(
  kinds: readonly EdgeKind[],
  { readable }: Pick<Reader, 'readable'>,
  nodesPerLink: number,
): Group[] {
  const groups = new Map<string, Group>();
  for (const { companyId, loCompanyId, hiCompanyId, agreementId, ...kind } of kinds) {
    const key = `${companyId} ${loCompanyId} ${agreementId}`;
    const known = groups.get(key);
    const edges = kind.edges + (known?.edges ?? 0);
    const ten = Math.max(kind.ten, known?.ten ?? 0);
    const nodes = readable.has(loCompanyId) && readable.has(hiCompanyId) ? nodesPerLink : 1;
    groups.set(key, { companyId, loCompanyId, hiCompanyId, agreementId, nodes, edges, ten });
  }
  return [...groups.values()].sort((a, b) => b.edges - a.edges);
}

/**
 * Whether the other pairs with the same first company have no more links than this group. They share an index, and may
 * all be stronger, or as strong and newer.
 */
function isMostOf(kinds: readonly EdgeKind[], group: Omit<Group, 'nodes' | 'ten'>): boolean {
  const mixed = kinds.filter(
    ({ companyId, loCompanyId }) => companyId === group.companyId && loCompanyId === group.loCompanyId,
  );
  return 2 * group.edges >= countOf(mixed);
}

/**
 * At most `most` groups. First those without which a company would have no link, of the strongest links of that
 * company; then the largest others, up to MOST_SHARES in all.
 */
function everyCompanyFirst(groups: readonly Group[], most: number): Array<Group & { isFirst: boolean }> {
  const first = new Set<Group>();
  const named = new Set<number>();
  for (const group of groups.toSorted((a, b) => b.ten - a.ten || b.edges - a.edges)) {
    const before = named.size;
    named.add(group.loCompanyId).add(group.hiCompanyId);
    if (named.size > before) first.add(group);
  }
  const others = groups.filter((group) => !first.has(group));
  const limit = Math.min(most, Math.max(first.size, MOST_SHARES));
  return [...first, ...others].slice(0, limit).map((group) => ({ ...group, isFirst: first.has(group) }));
}

/** The companies of relationships, most relationships first. */
export function companiesOf(kinds: readonly EdgeKind[]): number[] {
  const edges = new Map<number, number>();
  for (const kind of kinds)
    for (const id of new Set([kind.loCompanyId, kind.hiCompanyId]))
      edges.set(id, (edges.get(id) ?? 0) + kind.edges);
  return [...edges].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
