import { type Answer, type CallInput, needsSignIn, urlOf } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import { expireSession, tokenForCall } from '../../../session/session-store.ts';
import type { FileFormat } from '../rules/file-head.ts';

export type AcceptedImport = Answer<'POST /imports'>;

interface Upload {
  file: Blob;
  format: FileFormat;
  query: CallInput<'POST /imports'>['query'];
  /** Bytes sent so far. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the file. XMLHttpRequest, because fetch does not tell how much of a body is sent.
 * @throws Problem as the client does; TypeError without a network; an AbortError when it was stopped
 */
export function uploadImport({ file, format, query, onProgress, signal }: Upload): Promise<AcceptedImport> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', urlOf('/api', '/imports', { query }));
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', format);
    const token = tokenForCall();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve(JSON.parse(request.responseText));
      const problem = new Problem(request.status, request.responseText || request.statusText);
      if (needsSignIn(problem)) expireSession(token);
      reject(problem);
    });
    request.addEventListener('error', () => reject(new TypeError('The upload did not reach the server')));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
