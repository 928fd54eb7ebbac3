import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../client/queries.ts';

/** Every company of the user with its counts; shared by the selector, the screens and their names. */
export const useCompanies = () => useQuery(callQuery('GET /companies'));

/** id → name; a company that is not found is labelled 'Company {id}'. */
export function useCompanyName(): (id: number) => string {
  const { data } = useCompanies();
  return (id) => data?.find((company) => company.id === id)?.name ?? `Company ${id}`;
}
