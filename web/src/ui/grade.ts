import type { Band } from './band.ts';
import { toneOf } from './band.ts';
import type { Tone } from './status-badge.tsx';

/** Grade of a pair across companies until both have verified it. */
type PairGrade = 'strong' | 'possible';

/** The band of a grade in the filter of lineage entries; a graded pair has no confidence. */
export const bandOfGrade = (grade: PairGrade): Band => (grade === 'strong' ? 'high' : 'low');
export const gradeTone = (grade: PairGrade): Tone => toneOf(bandOfGrade(grade));
