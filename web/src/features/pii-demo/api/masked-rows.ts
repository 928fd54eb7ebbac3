import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The values changed last, masked: no purpose is stated. */
export const useMaskedRows = (companyId: number, isEnabled: boolean) =>
  useQuery({ ...callQuery('GET /pii-demo', { query: { companyId } }), enabled: isEnabled });
