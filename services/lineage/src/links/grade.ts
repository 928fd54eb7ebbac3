import type { Edge } from './edge.ts';

/** What is said of a pair whose levels are withheld. */
export type PairGrade = 'strong' | 'possible';

/** The rank that a strong pair has in place of its confidence: rank_of_grade of migrations/0300. */
const STRONG_RANK = 90;

/**
 * The grade of an edge that shows one. It is a function of the identifiers that agree and of nothing else: it says nothing
 * of a name, an address or a birth date, however often a record is corrected (decision 0040).
 */
export const gradeOf = ({ confidenceScore }: Pick<Edge, 'confidenceScore'>): PairGrade =>
  confidenceScore >= STRONG_RANK ? 'strong' : 'possible';

/**
 * Whether an edge shows a grade in place of score, levels and weights: across companies until both have verified it, inside
 * one while consent of one of its people is withdrawn.
 */
export const isGraded = ({ levels }: Pick<Edge, 'levels'>): boolean => levels.length === 0;

/** isGraded in SQL, of an edge e. */
export const IS_GRADED = 'cardinality(e.levels) = 0';
