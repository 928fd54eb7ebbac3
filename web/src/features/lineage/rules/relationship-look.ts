import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

const typeTones: Readonly<Record<string, Tone>> = {
  same_individual: 'success',
  cross_reference: 'accent',
  duplicate_detection: 'warning',
};
/** 'primary' of the specification is the theme's accent. */
export const typeTone = (type: string): Tone => typeTones[type] ?? 'neutral';

const statusTones: Readonly<Record<string, Tone>> = {
  verified: 'success',
  pending: 'warning',
  rejected: 'error',
};
export const statusTone = (status: string): Tone => statusTones[status] ?? 'neutral';

export const individualName = (id: number): string => `IND_${id}`;

/** The other side: its id if the user may read it, else the pair's pseudonym. */
export const otherName = (entry: Pick<LineageEntry, 'relatedIndividualId' | 'relatedPseudonym'>): string =>
  entry.relatedIndividualId === null
    ? (entry.relatedPseudonym ?? '–')
    : individualName(entry.relatedIndividualId);
