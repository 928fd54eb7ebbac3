import { client } from '../../../client/client.ts';

/**
 * The raw values that consent covers for a purpose, by the id of their field. They are not kept in the query cache.
 * Each is a reveal in the audit trail. @throws Problem
 */
export async function rawValues(
  companyId: number,
  purpose: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const { data } = await client.call('GET /pii-demo', { query: { companyId, purpose }, signal });
  return new Map(data.flatMap(({ id, rawValue }) => (rawValue === undefined ? [] : [[id, rawValue]])));
}
