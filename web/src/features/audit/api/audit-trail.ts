import type { Answer, CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export type TrailQuery = NonNullable<CallInput<'GET /audit-trail'>['query']>;
export type Trail = Answer<'GET /audit-trail'>;

/** One page of the trail, newest first. */
export const useAuditTrail = (query: TrailQuery) =>
  useQuery({
    queryKey: ['/audit-trail', query],
    queryFn: ({ signal }) => client.page('GET /audit-trail', { query, signal }),
  });
