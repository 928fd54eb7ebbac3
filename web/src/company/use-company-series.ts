import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../client/queries.ts';
import { companySeries } from './company-series.ts';

const NONE: readonly number[] = [];
const idsOf = (companies: readonly { id: number }[]): readonly number[] => companies.map(({ id }) => id);

/** companySeries of the user's companies: a new function only when a company is new or gone. */
export function useCompanySeries(): (companyId: number) => number {
  const { data = NONE } = useQuery({ ...callQuery('GET /companies'), select: idsOf });
  return useMemo(() => companySeries(data), [data]);
}
