import { type QueryClient, useQueryClient } from '@tanstack/react-query';

const paths = ['/companies', '/companies/summary', '/link-agreements', '/compliance'];

/** What a change of a company or an agreement makes stale. */
export function useInvalidateCompanies(): () => Promise<void> {
  const queryClient: QueryClient = useQueryClient();
  return async () => {
    await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
  };
}
