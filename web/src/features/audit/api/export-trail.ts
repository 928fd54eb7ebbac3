import type { DownloadedFile } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import type { TrailQuery } from './audit-trail.ts';

/** Every entry of the filtered trail as CSV. @throws Problem */
export function exportTrail({ limit, ...filters }: TrailQuery, signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /audit-trail/export', { query: { ...filters, format: 'csv' }, signal });
}
