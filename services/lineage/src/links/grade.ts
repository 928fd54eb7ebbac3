import type { Edge } from './edge.ts';

/** Shown for a pair instead of its levels. */
export type PairGrade = 'strong' | 'possible';

/** Rank of a strong pair, used instead of a confidence: the SQL function rank_of_grade. */
const STRONG_RANK = 90;

/**
 * The grade of an edge that shows one. It depends only on the agreeing identifiers, so corrections of a record disclose
 * nothing about names, addresses and birth dates (decision 0040).
 */
export const gradeOf = ({ confidenceScore }: Pick<Edge, 'confidenceScore'>): PairGrade =>
  confidenceScore >= STRONG_RANK ? 'strong' : 'possible';

/**
 * Whether an edge shows a grade instead of score, levels and weights: across companies until both have verified it,
 * inside one company while consent of one of its people is withdrawn.
 */
export const isGraded = ({ levels }: Pick<Edge, 'levels'>): boolean => levels.length === 0;

/** isGraded in SQL, of an edge e. */
export const IS_GRADED = 'cardinality(e.levels) = 0';
