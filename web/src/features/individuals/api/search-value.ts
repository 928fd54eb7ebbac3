import type { Answer, CallInput } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';

export type ValueSearch = CallInput<'POST /pii-search'>['body'];
export type Found = Answer<'POST /pii-search'>['results'];

/**
 * People who hold exactly this value and whose consent covers the purpose. A plain function: no cache may hold the
 * value.
 * @throws Problem
 */
export async function searchValue(body: ValueSearch): Promise<Found> {
  return (await client.call('POST /pii-search', { body })).results;
}
