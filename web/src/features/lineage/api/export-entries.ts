import type { DownloadedFile } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import type { EntriesQuery } from './lineage-entries.ts';

/** Every relationship of the filtered list as CSV. @throws Problem */
export function exportEntries(query: EntriesQuery, signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /data-lineage/entries/export', { query: { ...query, format: 'csv' }, signal });
}
