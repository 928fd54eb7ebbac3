import type { DownloadedFile } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import type { IndividualsQuery } from './individuals.ts';

/** Every row of the filtered set as CSV. @throws Problem */
export function exportIndividuals(query: IndividualsQuery, signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /individuals/export', { query: { ...query, format: 'csv' }, signal });
}
