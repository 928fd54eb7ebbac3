import { bandOf, type EdgeKind, isCross as isCrossKind } from './kinds-store.ts';
import type { EntryFilter } from './visible.ts';

/** Rows of a part. */
const LONG = 500;

/**
 * A part of a company's rows that an index holds in the order of the list; without a filter only the sides are given.
 */
export interface ListPart {
  readonly companyId: number;
  readonly loCompanyId: number;
  readonly relationshipType?: string;
  readonly verificationStatus?: string;
  readonly band?: string;
}

/** The kinds of which edges can pass the filter. */
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
 * The parts of what a reader sees in which rows can pass the filter, each once.
 * @param limit of a part: a long one is read by sides alone, because most of what many parts give would be thrown away
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

/** Whether a search looks for ids: digits, with or without the prefix that ids are shown with. */
export function isIdSearch(search: string): boolean {
  return /^(ind_)?\d+$/.test(search);
}

export function digitsOf(search: string): string {
  return search.replace(/^ind_/, '');
}
