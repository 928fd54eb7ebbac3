import type { DownloadedFile } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';

/** Agreements of every company that the user manages as CSV. @throws Problem */
export function exportLinkAgreements(signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /link-agreements/export', { query: { format: 'csv' }, signal });
}
