import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Whether the link of a mail still works. The question does not use the link up. */
export const useResetToken = (token: string) =>
  useQuery({
    queryKey: ['/auth/validate-reset-token/{token}', { token }],
    queryFn: ({ signal }) =>
      client.call('GET /auth/validate-reset-token/{token}', { params: { token }, signal }),
    enabled: token !== '',
  });
