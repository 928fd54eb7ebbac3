import { urlOf } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import { readToken } from '../session/session-store.ts';

/** Gives the browser a file to save. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves what a GET below `/api` answers, e.g. an export. @throws Problem */
export async function downloadFile(path: string, query: object, fileName: string): Promise<void> {
  const token = readToken();
  const response = await fetch(urlOf('/api', path, { query }), {
    credentials: 'include',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (!response.ok) throw new Problem(response.status, (await response.text()) || response.statusText);
  saveFile(await response.blob(), fileName);
}
