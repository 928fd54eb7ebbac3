import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { hoursOf, type Range } from '../rules/range.ts';

/** The hundred with most attempts. */
export const useLoginDevices = (range: Range) =>
  useQuery(callQuery('GET /security/devices', { query: { hours: hoursOf(range) } }));

/** @throws Problem */
export const exportDevices = (range: Range, signal: AbortSignal) =>
  client.download('GET /security/devices/export', {
    query: { hours: hoursOf(range), format: 'csv' },
    signal,
  });
