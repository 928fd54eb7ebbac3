import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { hoursOf, type Range } from '../rules/range.ts';

/** The hundred with most attempts. */
export const useLoginDevices = (range: Range) =>
  useQuery({
    queryKey: ['/security/devices', range],
    queryFn: ({ signal }) =>
      client.call('GET /security/devices', { query: { hours: hoursOf(range) }, signal }),
  });

/** @throws Problem */
export const exportDevices = (range: Range, signal: AbortSignal) =>
  client.download('GET /security/devices/export', {
    query: { hours: hoursOf(range), format: 'csv' },
    signal,
  });
