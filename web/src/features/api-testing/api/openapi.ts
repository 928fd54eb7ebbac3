import { useQuery } from '@tanstack/react-query';
import type { OpenApi } from '../rules/endpoint.ts';

/** The OpenAPI document of the gateway. The console's own client is not used: the tester knows only the document. */
export const useOpenApi = () =>
  useQuery({
    queryKey: ['/openapi.json'],
    queryFn: async ({ signal }): Promise<OpenApi> => {
      const response = await fetch('/api/openapi.json', { signal, credentials: 'omit' });
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    },
  });
