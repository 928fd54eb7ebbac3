import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Whether the user has API credentials; never the secret. */
export const useApiCredentials = (id: number) =>
  useQuery(callQuery('GET /users/{id}/api-credentials', { params: { id } }));
