import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import { type Edge, refKey } from './edge.ts';
import { gradeOf, type PairGrade } from './grade.ts';

/** Fields of an edge that identify duplicates. */
export interface DuplicateEdge
  extends Pick<Edge, 'id' | 'lo' | 'hi' | 'confidenceScore' | 'matchingFields' | 'verificationStatus'> {
  /** It has a grade instead of a score (grade.ts). */
  readonly isGraded: boolean;
}

/** A group of records that edges join. */
export interface DuplicateGroup {
  readonly individualIds: readonly number[];
  readonly companyIds: readonly number[];
  /** Lowest confidence of its edges without a grade. */
  readonly similarity: number;
  readonly duplicateFields: readonly string[];
  readonly edgeIds: readonly number[];
  /** The weakest grade of its edges if all have one: no similarity is shown then. */
  readonly grade: PairGrade | null;
  /** Every edge is verified, by the matcher or by reviewers. */
  readonly isVerified: boolean;
}

/** A record in an entity. */
export interface EntityMember extends RecordRef {
  readonly entityId: number;
}

/**
 * Groups of duplicate edges: one for each entity, with all its members and the edges between them. An edge that is not
 * inside one entity is a separate group, because it is not decided yet. Strongest group first.
 */
export function groupDuplicates(
  edges: readonly DuplicateEdge[],
  members: readonly EntityMember[],
): DuplicateGroup[] {
  const entityOf = new Map(members.map((member) => [refKey(member), member.entityId]));
  const membersOf = Map.groupBy(members, ({ entityId }) => entityId);
  const inside = Map.groupBy(edges, ({ lo, hi }) => {
    const entityId = entityOf.get(refKey(lo));
    return entityId === entityOf.get(refKey(hi)) ? entityId : undefined;
  });
  const pairs = (inside.get(undefined) ?? []).map(pairGroup);
  inside.delete(undefined);
  const entities = [...inside].map(([entityId, own]) => groupOf(own, membersOf.get(entityId ?? 0) ?? []));
  return [...entities, ...pairs].sort((a, b) => b.similarity - a.similarity);
}

/** A pair across companies is a separate group: a third record never links two others across companies. */
export const pairGroup = (edge: DuplicateEdge): DuplicateGroup => groupOf([edge], [edge.lo, edge.hi]);

function groupOf(edges: readonly DuplicateEdge[], members: readonly RecordRef[]): DuplicateGroup {
  const scored = edges.filter(({ isGraded }) => !isGraded);
  const ranking = scored.length === 0 ? edges : scored;
  const weakest = { confidenceScore: Math.min(...ranking.map((edge) => edge.confidenceScore)) };
  return {
    individualIds: distinct(members.map((member) => member.individualId)),
    companyIds: distinct(members.map((member) => member.companyId)),
    similarity: weakest.confidenceScore,
    duplicateFields: [...new Set(edges.flatMap((edge) => edge.matchingFields))].sort(),
    edgeIds: edges.map((edge) => edge.id),
    grade: scored.length === 0 ? gradeOf(weakest) : null,
    isVerified: edges.every(({ verificationStatus }) => verificationStatus === 'verified'),
  };
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
