import type { Answer, CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

export type TrailQuery = NonNullable<CallInput<'GET /audit-trail'>['query']>;
export type Trail = Answer<'GET /audit-trail'>;

/** One page of the trail, newest first. */
export const useAuditTrail = (query: TrailQuery) => useQuery(pageQuery('GET /audit-trail', { query }));
