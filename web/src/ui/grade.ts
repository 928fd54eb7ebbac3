import type { Band } from './band.ts';
import type { Tone } from './status-badge.tsx';

/** Shown for a pair across companies until both have verified it. */
type PairGrade = 'strong' | 'possible';

/** The band with which a grade is drawn; a graded pair has no confidence. */
export const bandOfGrade = (grade: PairGrade): Band => (grade === 'strong' ? 'high' : 'medium');
export const gradeTone = (grade: PairGrade): Tone => (grade === 'strong' ? 'success' : 'warning');
