import type { Tone } from './status-badge.tsx';

export type Band = 'high' | 'medium' | 'low';

/** Confidence, quality, completeness: high at 90 or more, medium from 70, low below. */
export const bandOf = (value: number): Band => (value >= 90 ? 'high' : value >= 70 ? 'medium' : 'low');

const tones: Readonly<Record<Band, Tone>> = { high: 'success', medium: 'warning', low: 'error' };
export const toneOf = (band: Band): Tone => tones[band];
export const bandTone = (value: number): Tone => toneOf(bandOf(value));
