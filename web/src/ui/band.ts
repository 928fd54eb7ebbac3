import { type Band, bandOf, bandOfGrade } from '@pii-vault/platform/values/bands';
import type { Tone } from './status-badge.tsx';

const tones: Readonly<Record<Band, Tone>> = { high: 'success', medium: 'warning', low: 'error' };
export const bandTone = (value: number): Tone => tones[bandOf(value)];
/** Of a pair across companies until both have verified it. */
export const gradeTone = (grade: 'strong' | 'possible'): Tone => tones[bandOfGrade(grade)];
