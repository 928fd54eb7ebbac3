import type { AccessLine } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery, keptPageQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';
import { useInvalidateIndividuals } from '../../pii/invalidate-individuals.ts';

/** Rows per page: the server's maximum. */
export const PAGE = 200;

export const usePurposes = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /purposes', { query: { companyId, limit: PAGE, cursor } }));

/** An update fails with 412 if the purpose has changed since it was read, and refetches the list also then. */
export function useSavePurpose() {
  const refetch = useRefetch('/purposes', '/waiting');
  return {
    create: (body: CallInput<'POST /purposes'>['body']) =>
      client.call('POST /purposes', { body }).then(refetch),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /purposes/{id}'>['body']) =>
      client.call('PUT /purposes/{id}', { params: { id }, body, ifMatch: version }).finally(refetch),
  };
}

export const useGrievances = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /grievances', { query: { companyId, limit: PAGE, cursor } }));

/** An update fails with 412 if the grievance has changed since it was read, and refetches the list also then. */
export function useSaveGrievance() {
  const refetch = useRefetch('/grievances', '/waiting');
  return {
    create: (body: CallInput<'POST /grievances'>['body']) =>
      client.call('POST /grievances', { body }).then(refetch),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /grievances/{id}'>['body']) =>
      client.call('PUT /grievances/{id}', { params: { id }, body, ifMatch: version }).finally(refetch),
  };
}

export const useIncidents = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /incidents', { query: { companyId, limit: PAGE, cursor } }));

/** An update fails with 412 if the incident has changed since it was read, and refetches the list also then. */
export function useSaveIncident() {
  const refetch = useRefetch('/incidents', '/waiting');
  return {
    create: (body: CallInput<'POST /incidents'>['body']) =>
      client.call('POST /incidents', { body }).then(refetch),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /incidents/{id}'>['body']) =>
      client.call('PUT /incidents/{id}', { params: { id }, body, ifMatch: version }).finally(refetch),
  };
}

export const useRecipients = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /recipients', { query: { companyId, limit: PAGE, cursor } }));

/** An update fails with 412 if the recipient has changed since it was read, and refetches the list also then. */
export function useSaveRecipient() {
  const refetch = useRefetch('/recipients');
  return {
    create: (body: CallInput<'POST /recipients'>['body']) =>
      client.call('POST /recipients', { body }).then(refetch),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /recipients/{id}'>['body']) =>
      client.call('PUT /recipients/{id}', { params: { id }, body, ifMatch: version }).finally(refetch),
  };
}

export const useAccessReviews = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /access-reviews', { query: { companyId, limit: PAGE, cursor } }));

export const useAccessReview = (id: number) =>
  useQuery(callQuery('GET /access-reviews/{id}', { params: { id } }));

export const useAccessLines = (id: number, onlyOpen: boolean, cursor: string | undefined) =>
  useQuery(
    keptPageQuery('GET /access-reviews/{id}/lines', {
      params: { id },
      query: { open: onlyOpen ? 'true' : undefined, limit: PAGE, cursor },
    }),
  );

const REVIEW_PATHS = ['/access-reviews', '/access-reviews/{id}', '/access-reviews/{id}/lines'];

/** Copies who may enter the company now; startOver discards the open review. */
export const useStartReview = () =>
  useChange(
    (body: { companyId: number; startOver: boolean }) => client.call('POST /access-reviews', { body }),
    REVIEW_PATHS,
    { inBackground: true },
  );

/** A decision about a line; what others decided meanwhile is fetched also after a refusal. */
export const useDecideLine = (id: number) =>
  useChange(
    ({ line, ...body }: { line: AccessLine } & CallInput<typeof DECIDE>['body']) =>
      client.call(DECIDE, { params: { id, lineId: line.id }, body, ifMatch: line.version }),
    REVIEW_PATHS,
    { alsoWhenRefused: true },
  );
const DECIDE = 'POST /access-reviews/{id}/lines/{lineId}/decision';

/** Keeps the open lines that the user may decide. */
export const useKeepOpen = (id: number) =>
  useChange(
    (open: number) => client.call('POST /access-reviews/{id}/keep', { params: { id }, body: { open } }),
    REVIEW_PATHS,
    { alsoWhenRefused: true, inBackground: true },
  );

export const useFinishReview = (id: number) =>
  useChange(
    (version: number) =>
      client.call('POST /access-reviews/{id}/finish', { params: { id }, ifMatch: version }),
    [...REVIEW_PATHS, '/waiting'],
    { alsoWhenRefused: true, inBackground: true },
  );

/** The signed lines. The download is recorded in the audit trail. @throws Problem */
export const downloadEvidence = (id: number) =>
  client.download('GET /access-reviews/{id}/evidence', { params: { id } });

export const useErasures = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /erasures', { query: { companyId, limit: PAGE, cursor } }));

/** Erases a person, then refetches the erasures and all queries that show or count people. */
export function useErase() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateIndividuals();
  return async (body: { companyId: number; individualId: number; reason: string }) => {
    const { individualId: id, companyId, reason } = body;
    await client.call('POST /individuals/{id}/erase', { params: { id }, body: { companyId, reason } });
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['/erasures'] }), invalidate()]);
  };
}

/** Returns a function that refetches all queries of these paths. */
function useRefetch(...paths: readonly string[]) {
  const queryClient = useQueryClient();
  return () => Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

/** Id and version of the entry to change. The server refuses an outdated version. */
interface EntryVersion {
  readonly id: number;
  readonly version: number;
}
