import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../client/queries.ts';

/** All companies of the user with their counts. */
export const useCompanies = () => useQuery(callQuery('GET /companies'));

/** id → name; a company that is not found is labelled 'Company {id}'. */
export function useCompanyName(): (id: number) => string {
  const { data } = useCompanies();
  return (id) => data?.find((company) => company.id === id)?.name ?? `Company ${id}`;
}
