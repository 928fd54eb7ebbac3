import type { DownloadedFile } from '@pii-vault/contract/client';
import { client } from '../../../client/client.ts';
import type { UsersQuery } from './users.ts';

/** All users that the filters leave, as CSV. @throws Problem */
export function exportUsers(
  { role, status, companyId }: UsersQuery,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  return client.download('GET /users/export', {
    query: { format: 'csv', role, status, companyId },
    signal,
  });
}
