import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The key store's health as it reports itself. */
export const useHsmStatus = () => useQuery(callQuery('GET /hsm/status'));
