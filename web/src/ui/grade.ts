import type { Band } from './band.ts';
import { toneOf } from './band.ts';
import type { Tone } from './status-badge.tsx';

/** Shown for a pair across companies until both have verified it. */
type PairGrade = 'strong' | 'possible';

/** The band of a grade, as the filter of lineage entries has it; a graded pair has no confidence. */
export const bandOfGrade = (grade: PairGrade): Band => (grade === 'strong' ? 'high' : 'low');
export const gradeTone = (grade: PairGrade): Tone => toneOf(bandOfGrade(grade));
