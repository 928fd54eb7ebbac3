import type { Edge } from './edge.ts';

/** What is said of a pair across companies before both have verified it. */
export type PairGrade = 'strong' | 'possible';

const IDENTIFIERS: ReadonlySet<string> = new Set([
  'aadhaar',
  'pan',
  'phone',
  'email',
  'bank_account',
  'other_id',
]);

/** Kinds of identifier among fields that agree. As agreeing_identifiers of migrations/0300. */
export const identifiersOf = (fields: readonly string[]): string[] =>
  fields.filter((field) => IDENTIFIERS.has(field));

/**
 * A function of the identifiers that agree and of nothing else: it says nothing of a name, an address or a birth date,
 * however often a decoy is corrected (decision 0040). As is_strong of migrations/0300.
 */
export function pairGradeOf(fields: readonly string[]): PairGrade {
  const identifiers = identifiersOf(fields);
  const isPersonal = identifiers.includes('aadhaar') || identifiers.includes('pan');
  return isPersonal || identifiers.length >= 2 ? 'strong' : 'possible';
}

/** The grade of a pair across companies that stands and that not both have verified: its type says it. */
export const gradeOfType = (relationshipType: string): PairGrade =>
  relationshipType === 'same_individual' ? 'strong' : 'possible';

/** Whether an edge shows a grade in place of score, levels and weights. */
export function isGraded({ agreementId, levels }: Pick<Edge, 'agreementId' | 'levels'>): boolean {
  return agreementId !== null && levels.length === 0;
}
