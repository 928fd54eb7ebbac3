import type { Edge, RecordRef } from './edge.ts';
import type { Reader } from './reader.ts';

/** An edge as one caller may see it: a side they may not read is a company name and a pseudonym. */
export interface Entry<E = Edge> {
  readonly edge: E;
  /** The smaller record, or the only one that the caller may read. */
  readonly source: RecordRef;
  readonly targetCompanyId: number;
  readonly relatedIndividualId: number | null;
  readonly relatedPseudonym: string;
}

export function entryFor<E extends Pick<Edge, 'id' | 'lo' | 'hi'>>(
  edge: E,
  { readable }: Pick<Reader, 'readable'>,
): Entry<E> {
  const readsLo = readable.has(edge.lo.companyId);
  const [source, target] = readsLo ? [edge.lo, edge.hi] : [edge.hi, edge.lo];
  const readsTarget = readable.has(target.companyId);
  return {
    edge,
    source,
    targetCompanyId: target.companyId,
    relatedIndividualId: readsTarget ? target.individualId : null,
    relatedPseudonym: readsTarget ? '' : pseudonymOf(edge.id),
  };
}

/** Stands for the other person in this pair and in no other: it says nothing that the edge's id does not. */
function pseudonymOf(edgeId: number): string {
  return `P${edgeId.toString(36).toUpperCase().padStart(6, '0')}`;
}
