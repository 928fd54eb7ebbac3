import type { EntriesQuery } from '../queries.ts';

export const relationshipTypes = ['same_individual', 'cross_reference', 'duplicate_detection'] as const;
export const confidenceBands = ['high', 'medium', 'low'] as const;
export const statuses = ['verified', 'pending', 'rejected'] as const;
/** Choices for the maximum number of nodes; the first is the default. */
export const nodeCounts = [120, 500, 1500, 5000] as const;

type Get = (key: string) => string;

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/** Parses '48213' or 'IND_48213'; undefined for other text. */
export function idOf(text: string): number | undefined {
  const digits = /^(?:IND_)?([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The query of the list, from the URL; unknown values are ignored. */
export function entriesQuery(get: Get, companyId: number): EntriesQuery {
  return {
    companyId,
    type: oneOf(relationshipTypes, get('type')),
    confidence: oneOf(confidenceBands, get('confidence')),
    status: oneOf(statuses, get('status')),
    search: get('search').trim().slice(0, 64) || undefined,
    individualId: idOf(get('individual')),
  };
}

/** Whether the list has a filter other than its company. */
export const isFiltered = ({ type, confidence, status, search, individualId }: EntriesQuery): boolean =>
  [type, confidence, status, search, individualId].some((value) => value !== undefined);

/** The selected relationship: `?entry=`, or `?selected=` of a link from a profile. */
export const selectedEntry = (get: Get): number | undefined => idOf(get('entry')) ?? idOf(get('selected'));

export const nodeCount = (get: Get): number =>
  nodeCounts.find((count) => String(count) === get('nodes')) ?? nodeCounts[0];
