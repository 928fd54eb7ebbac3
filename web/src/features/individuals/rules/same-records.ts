import type { TFunction } from 'i18next';
import { individualName } from './addresses.ts';

/** Long enough to note the ids. */
export const SAME_RECORDS_MS = 20_000;

/**
 * The text of a finished change, with the other records of the same person (verified) in the company, which keep their
 * data and consents.
 * @param same null: lineage did not answer
 */
export function withSameRecords(
  t: TFunction<'individuals'>,
  text: string,
  same: readonly number[] | null,
): string {
  if (same?.length === 0) return text;
  const more =
    same === null ? t('same.unknown') : t('same.remain', { ids: same.map(individualName).join(', ') });
  return `${text} ${more}`;
}
