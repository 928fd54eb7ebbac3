import type { Band } from './band.ts';
import type { Tone } from './status-badge.tsx';

/** What is said of a pair across companies until both have verified it. */
type PairGrade = 'strong' | 'possible';

/** As a band of confidence would be drawn, which a pair with a grade has none of. */
export const bandOfGrade = (grade: PairGrade): Band => (grade === 'strong' ? 'high' : 'medium');
export const gradeTone = (grade: PairGrade): Tone => (grade === 'strong' ? 'success' : 'warning');
