import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../client/queries.ts';

const NONE: readonly number[] = [];
const idsOf = (companies: readonly { id: number }[]): readonly number[] => companies.map(({ id }) => id);

/** `companySeries` of the user's companies. The function changes only when a company is added or removed. */
export function useCompanySeries(): (companyId: number) => number {
  const { data = NONE } = useQuery({ ...callQuery('GET /companies'), select: idsOf });
  return useMemo(() => companySeries(data), [data]);
}

/**
 * Place of a company in the order of the colours of categories, which begins again after the last: its place by id
 * among all companies of the user. So it is the same on every picture, with every filter and in every order of drawing,
 * and a new company changes no other. A company that the user may not see, and each before the list is here, has the
 * place that its id has where no id is missing.
 */
export function companySeries(companyIds: readonly number[]): (companyId: number) => number {
  const places = new Map(companyIds.toSorted((a, b) => a - b).map((id, at) => [id, at]));
  return (companyId) => places.get(companyId) ?? companyId - 1;
}
