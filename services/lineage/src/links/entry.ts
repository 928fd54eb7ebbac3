import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import type { Edge } from './edge.ts';
import { gradeOf, isGraded, type PairGrade } from './grade.ts';
import type { Reader } from './reader.ts';

export interface Sides {
  /** The smaller record, or the only one that the caller may read. */
  readonly source: RecordRef;
  readonly targetCompanyId: number;
  /** Null when the caller may not read that side. */
  readonly relatedIndividualId: number | null;
}

/** An edge as one caller sees it: a side without read permission is a company name and a pseudonym. */
export interface Entry extends Sides {
  readonly edge: Edge;
  /** Undefined when the caller may read that side. */
  readonly relatedPseudonym: string | undefined;
  /** Shown instead of score and levels; null when these may be read. */
  readonly grade: PairGrade | null;
}

export function entryFor(edge: Edge, reader: Pick<Reader, 'readable'>): Entry {
  const sides = sidesFor(edge, reader);
  const relatedPseudonym = sides.relatedIndividualId === null ? pseudonymOf(edge.id) : undefined;
  const grade = isGraded(edge) ? gradeOf(edge) : null;
  return { edge, ...sides, relatedPseudonym, grade };
}

/** The two sides of an edge as one caller sees them. */
export function sidesFor({ lo, hi }: Pick<Edge, 'lo' | 'hi'>, { readable }: Pick<Reader, 'readable'>): Sides {
  const [source, target] = readable.has(lo.companyId) ? [lo, hi] : [hi, lo];
  const relatedIndividualId = readable.has(target.companyId) ? target.individualId : null;
  return { source, targetCompanyId: target.companyId, relatedIndividualId };
}

/** Pseudonym of the other person, different in every pair: it discloses no more than the edge's id. */
function pseudonymOf(edgeId: number): string {
  return `P${edgeId.toString(36).toUpperCase().padStart(6, '0')}`;
}
