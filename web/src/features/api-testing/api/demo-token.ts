import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/**
 * A token of one hour for the company, made with the session; the calls of the tester are sent with the token alone.
 */
export const useDemoToken = () =>
  useMutation({
    mutationFn: (companyId: number | undefined) =>
      client.call('GET /auth/demo-token', { query: { companyId } }),
  });
