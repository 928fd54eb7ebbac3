import type { Answer, CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

export type IndividualsQuery = NonNullable<CallInput<'GET /individuals'>['query']>;
export type Individuals = Answer<'GET /individuals'>;

/** One page of people. While the next page comes, the old one of the same company stays. */
export const useIndividuals = (query: IndividualsQuery) =>
  useQuery({
    ...pageQuery('GET /individuals', { query }),
    placeholderData: (previous) =>
      previous?.rows.every((person) => person.companyId === query.companyId) ? previous : undefined,
  });
