import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The values changed last, masked: no purpose is stated. */
export const useMaskedRows = (companyId: number, isEnabled: boolean) =>
  useQuery({
    queryKey: ['/pii-demo', { companyId }],
    queryFn: ({ signal }) => client.call('GET /pii-demo', { query: { companyId }, signal }),
    enabled: isEnabled,
  });
