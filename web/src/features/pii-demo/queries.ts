import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery } from '../../client/queries.ts';

/** The latest changed values, masked: no purpose is sent. */
export const useMaskedRows = (companyId: number, isEnabled: boolean) =>
  useQuery({ ...callQuery('GET /pii-demo', { query: { companyId } }), enabled: isEnabled });

/**
 * Raw values that consent covers for a purpose, by field id. Each is a reveal in the audit trail. A plain function: no
 * cache may hold the values.
 * @throws Problem
 */
export async function rawValues(
  companyId: number,
  purpose: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const { data } = await client.call('GET /pii-demo', { query: { companyId, purpose }, signal });
  return new Map(data.flatMap(({ id, rawValue }) => (rawValue === undefined ? [] : [[id, rawValue]])));
}
