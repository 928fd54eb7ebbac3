import { useQuery } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** Every company of the user with its counts; shared by the selector, the screens and their names. */
const companiesKey = ['/companies'] as const;

export const useCompanies = () =>
  useQuery({ queryKey: companiesKey, queryFn: ({ signal }) => client.call('GET /companies', { signal }) });

/** id → name; a company that is not found is labelled 'Company {id}'. */
export function useCompanyName(): (id: number) => string {
  const { data } = useCompanies();
  return (id) => data?.find((company) => company.id === id)?.name ?? `Company ${id}`;
}
