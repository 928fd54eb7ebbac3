import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Whether the link of a mail still works. The question does not use the link up. */
export const useResetToken = (token: string) =>
  useQuery({
    ...callQuery('GET /auth/validate-reset-token/{token}', { params: { token } }),
    enabled: token !== '',
  });
