import { type Answer, type CallInput, urlOf } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allPages } from '../../client/all-pages.ts';
import { client, followRefusal } from '../../client/client.ts';
import { callQuery, pageQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';
import { tokenForCall } from '../../session/session-store.ts';
import type { Report } from '../../ui/data-table/use-file-export.tsx';
import type { FileFormat } from './rules/file-head.ts';
import { isUnderWay } from './rules/import-status.ts';

const POLL_MS = 1000;

/** Imports of a company, newest first; polled while one of them runs. */
export const useImports = (companyId: number, cursor: string | undefined) =>
  useQuery({
    ...pageQuery('GET /imports', { query: { companyId, limit: 10, cursor } }),
    refetchInterval: (query) => (query.state.data?.rows.some(isUnderWay) ? POLL_MS : false),
  });

/** One import; polled while it runs. */
export const useImport = (id: number) =>
  useQuery({
    ...callQuery('GET /imports/{id}', { params: { id } }),
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? POLL_MS : false),
  });

type AcceptedImport = Answer<'POST /imports'>;

interface Upload {
  file: Blob;
  format: FileFormat;
  query: CallInput<'POST /imports'>['query'];
  /** Bytes sent so far. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the file. XMLHttpRequest, because fetch reports no upload progress.
 * @throws Problem as the client does; TypeError without a network; AbortError after `signal`
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
      followRefusal(problem, token);
      reject(problem);
    });
    request.addEventListener('error', () => reject(new TypeError('The upload did not reach the server')));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

type ImportAnswer = CallInput<'PUT /imports/{id}/mapping'>['body'];

/** Answers the questions of a held import, which continues it. */
export const useMapImport = (id: number) =>
  useChange(
    (body: ImportAnswer) => client.call('PUT /imports/{id}/mapping', { params: { id }, body }),
    ['/imports', '/imports/{id}', '/waiting'],
    { inBackground: true },
  );

/** Stops an import. People already written stay. */
export const useCancelImport = (id: number) =>
  useChange(
    () => client.call('DELETE /imports/{id}', { params: { id } }),
    ['/imports', '/imports/{id}', '/waiting'],
    {
      inBackground: true,
    },
  );

/** Retries a paused import at once. */
export const useRetryImport = (id: number) =>
  useChange(
    () => client.call('POST /imports/{id}/retry', { params: { id } }),
    ['/imports', '/imports/{id}'],
    {
      inBackground: true,
    },
  );

/** Rejected rows in file order. `rejected`, their number, is part of the key, so that new ones are fetched. */
export const useImportErrors = (id: number, cursor: string | undefined, rejected: number) =>
  useQuery({
    queryKey: ['/imports/{id}/errors', { id, cursor, rejected }],
    queryFn: ({ signal }) =>
      client.page('GET /imports/{id}/errors', { params: { id }, query: { limit: 20, cursor }, signal }),
    placeholderData: keepPreviousData,
  });

type RowErrors = Answer<'GET /imports/{id}/errors'>;

/** All rejected rows, page by page; `report` gets the number of rows read. @throws Problem */
export const allImportErrors = (id: number, report: Report, signal: AbortSignal): Promise<RowErrors> =>
  allPages(
    (cursor) =>
      client.page('GET /imports/{id}/errors', { params: { id }, query: { limit: 200, cursor }, signal }),
    report,
  );

/** People changed by a finished import who have other records in its company. */
export const useSameRecords = (id: number, cursor: string | undefined, isEnabled: boolean) =>
  useQuery({
    queryKey: ['/imports/{id}/same-records', { id, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /imports/{id}/same-records', { params: { id }, query: { limit: 20, cursor }, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
