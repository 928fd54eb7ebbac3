import type { Edge } from './edge.ts';

/** Shown for a pair instead of its levels. */
export type PairGrade = 'strong' | 'possible';

/** Rank of a strong pair, used instead of a confidence: the SQL function rank_of_grade. */
const STRONG_RANK = 90;
const POSSIBLE_RANK = 60;
const PERSONAL: ReadonlySet<string> = new Set(['aadhaar', 'pan']);

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

const IDENTIFIERS: ReadonlySet<string> = new Set([
  'aadhaar',
  'pan',
  'phone',
  'email',
  'bank_account',
  'other_id',
]);

/**
 * The edge as a grade and the kinds of identifier that agree: the SQL functions is_strong and agreeing_identifiers.
 */
export function asGrade(edge: Edge): Edge {
  if (isGraded(edge)) return edge;
  const matchingFields = edge.matchingFields.filter((field) => IDENTIFIERS.has(field));
  const isStrong = matchingFields.some((field) => PERSONAL.has(field)) || matchingFields.length >= 2;
  const confidenceScore = isStrong ? STRONG_RANK : POSSIBLE_RANK;
  return { ...edge, matchingFields, confidenceScore, levels: [], weights: [], modelVersion: '' };
}
