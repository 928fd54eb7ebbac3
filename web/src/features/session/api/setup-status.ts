import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

export const useSetupStatus = () => useQuery(callQuery('GET /auth/setup-status'));
