import type { CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery, keptPageQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';
import { hoursOf, type Range, withBefore } from './rules/range.ts';

export const useLoginStatistics = (range: Range) =>
  useQuery(callQuery('GET /security/login-statistics', { query: { hours: hoursOf(range) } }));

/** Periods of the range, after as many of the time before. */
export const useLoginTimeline = (range: Range) =>
  useQuery(callQuery('GET /security/login-timeline', { query: { hours: withBefore[range] } }));

export const ATTEMPTS_PAGE = 50;

/** One page, newest first. The previous page stays while the next one loads. */
export const useHighRiskAttempts = (range: Range, cursor: string | undefined) =>
  useQuery(
    keptPageQuery('GET /security/high-risk-attempts', {
      query: { hours: hoursOf(range), limit: ATTEMPTS_PAGE, cursor },
    }),
  );

/** Every high-risk attempt of the range as CSV. @throws Problem */
export const exportAttempts = (range: Range, signal: AbortSignal) =>
  client.download('GET /security/high-risk-attempts/export', {
    query: { hours: hoursOf(range), format: 'csv' },
    signal,
  });

/** The hundred devices with most attempts. */
export const useLoginDevices = (range: Range) =>
  useQuery(callQuery('GET /security/devices', { query: { hours: hoursOf(range) } }));

/** @throws Problem */
export const exportDevices = (range: Range, signal: AbortSignal) =>
  client.download('GET /security/devices/export', {
    query: { hours: hoursOf(range), format: 'csv' },
    signal,
  });

/** Patterns of attack; for a super admin also the blocked addresses. */
export const useThreats = (range: Range) =>
  useQuery(callQuery('GET /security/threats', { query: { hours: hoursOf(range) } }));

type Block = NonNullable<CallInput<'POST /security/blocked-ips'>['body']>;

/** Fails with 409 LOCKS_OUT for the caller's own address unless `confirm` is set. */
export const useBlockAddress = () =>
  useChange((body: Block) => client.call('POST /security/blocked-ips', { body }), ['/security/threats']);

/** The client asks for the password if it was not entered within five minutes. */
export const useUnblockAddress = () =>
  useChange(
    (ipAddress: string) => client.call('DELETE /security/blocked-ips', { body: { ipAddress } }),
    ['/security/threats'],
  );

/** Allows linking the records of a stopped credential again. Needs a recent password, as above. */
export const useLiftProbe = () =>
  useChange(
    (id: number) => client.call('POST /security/probes/{id}/lift', { params: { id } }),
    ['/security/threats'],
  );
