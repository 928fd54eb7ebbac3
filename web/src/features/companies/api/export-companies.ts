import type { DownloadedFile } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';

/** All companies of the user as CSV. @throws Problem */
export function exportCompanies(signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /companies/export', { query: { format: 'csv' }, signal });
}
