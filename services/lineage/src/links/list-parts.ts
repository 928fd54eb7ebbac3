import { bandOf, type EdgeKind, isCross as isCrossKind } from './kinds-store.ts';
import type { EntryFilter } from './visible.ts';

/** Above this number of rows a page counts as long. */
const LONG = 500;

/** A part of a company's rows that an index has in the order of the list; without a filter it names only the sides. */
export interface ListPart {
  readonly companyId: number;
  readonly loCompanyId: number;
  readonly relationshipType?: string;
  readonly verificationStatus?: string;
  readonly band?: string;
}

/** The kinds whose edges can pass the filter. */
export function kindsWithin(kinds: readonly EdgeKind[], filter: EntryFilter): EdgeKind[] {
  const { relationshipType, verificationStatus, confidence, isStanding, isCross } = filter;
  const typePart = typePartOf(filter);
  return kinds.filter(
    (kind) =>
      (relationshipType === undefined || kind.relationshipType === relationshipType) &&
      (verificationStatus === undefined || kind.verificationStatus === verificationStatus) &&
      (confidence === undefined || bandOf(kind) === confidence) &&
      (isStanding !== true || kind.verificationStatus !== 'rejected') &&
      (isCross !== true || isCrossKind(kind)) &&
      kind.relationshipType.includes(typePart),
  );
}

const typePartOf = ({ search }: EntryFilter): string =>
  search === undefined || isIdSearch(search) ? '' : search.replaceAll(' ', '_');

/**
 * The parts of a reader's edges with rows that can pass the filter, without duplicates.
 * @param limit number of rows wanted: a long page is read by sides alone, because each part is read up to the limit and
 * most of the rows of many parts would be discarded
 */
export function partsOf(kinds: readonly EdgeKind[], filter: EntryFilter, limit: number): ListPart[] {
  const { relationshipType, verificationStatus, confidence, isStanding, isCross } = filter;
  const isFiltered =
    [relationshipType, verificationStatus, confidence, isStanding, isCross].some(
      (one) => one !== undefined,
    ) || typePartOf(filter) !== '';
  const isWhole = limit > LONG || !isFiltered;
  const parts = kindsWithin(kinds, filter).map((kind): ListPart => {
    const side = { companyId: kind.companyId, loCompanyId: kind.loCompanyId };
    if (isWhole) return side;
    const band = bandOf(kind);
    return {
      ...side,
      relationshipType: kind.relationshipType,
      verificationStatus: kind.verificationStatus,
      band,
    };
  });
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** Whether a search looks for ids: digits, with or without the display prefix of ids. */
export function isIdSearch(search: string): boolean {
  return /^(ind_)?\d+$/.test(search);
}

export function digitsOf(search: string): string {
  return search.replace(/^ind_/, '');
}
