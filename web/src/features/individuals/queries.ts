import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { Answer, CallInput, DownloadedFile, Page } from '@pii-vault/contract/client';
import type { CreateRecord } from '@pii-vault/contract/pii-records/pii-records-schema';
import type { AccessReport, Nomination } from '@pii-vault/contract/principals/principals-schema';
import { Problem } from '@pii-vault/contract/problem';
import type { Budget } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, clientUntil } from '../../client/client.ts';
import { callQuery, pageQuery } from '../../client/queries.ts';
import { SENT_KEPT_MS } from '../../client/sent-kept.ts';
import { useInvalidateIndividuals } from '../../pii/invalidate-individuals.ts';
import { useCan } from '../../session/use-session.ts';

type PeoplePage = Page<Answer<'GET /individuals'>>;
export type IndividualsQuery = NonNullable<CallInput<'GET /individuals'>['query']>;

/**
 * One page of people. The previous page of the same company stays while the next one loads. The vault judges a bounded
 * number of people per call, so a search or a filter calls until its page is full or all people are judged, but at most
 * MOST_CALLS times: the next page searches on.
 */
export const useIndividuals = (query: IndividualsQuery) =>
  useQuery({
    ...pageQuery('GET /individuals', { query }),
    queryFn: ({ signal }) => filledPage(query, signal),
    placeholderData: (previous) =>
      previous?.rows.every((person) => person.companyId === query.companyId) ? previous : undefined,
  });

const MOST_CALLS = 10;

async function filledPage(query: IndividualsQuery, signal: AbortSignal): Promise<PeoplePage> {
  const read = (cursor: string | undefined) =>
    clientUntil(signal).page('GET /individuals', { query: { ...query, cursor } });
  let page = await read(query.cursor);
  // A counted list has full pages.
  if (page.total !== undefined) return page;
  const rows = [...page.rows];
  for (let calls = 1; calls < MOST_CALLS; calls += 1) {
    if (page.next === undefined || rows.length >= (query.limit ?? 0)) break;
    page = await read(page.next);
    rows.push(...page.rows);
  }
  return { ...page, rows };
}

/** People of one bulk act. */
export const MOST_SELECTED = 2_000;

/** Ids of the people that a list shows on all its pages, up to MOST_SELECTED. @throws Problem */
export async function matchingIds(query: IndividualsQuery, signal: AbortSignal): Promise<readonly number[]> {
  const ids = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await clientUntil(signal).page('GET /individuals', {
      query: { ...query, limit: 200, cursor },
    });
    for (const { id } of page.rows) ids.add(id);
    cursor = page.next;
  } while (cursor !== undefined && ids.size < MOST_SELECTED);
  return [...ids].slice(0, MOST_SELECTED);
}

/** Figures about all people of a company. */
export const useIndividualsSummary = (companyId: number) =>
  useQuery(callQuery('GET /individuals/summary', { query: { companyId } }));

/** Every row of the filtered set as CSV. @throws Problem */
export function exportIndividuals(query: IndividualsQuery, signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /individuals/export', { query: { ...query, format: 'csv' }, signal });
}

/** Those of the people that the company holds. @throws Problem */
export async function findPeople(companyId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const query = { companyId, ids: [...ids], limit: ids.length };
  return new Set((await client.call('GET /individuals', { query })).map(({ id }) => id));
}

/** A file of chosen people; counted and audited like every export. @throws Problem */
export async function exportPeople(query: IndividualsQuery): Promise<string> {
  const { content } = await client.download('GET /individuals/export', {
    query: { ...query, format: 'csv' },
  });
  return await content.text();
}

/** A profile across all companies of the user. Sends no purpose, so the cache holds masked values only. */
export const useIndividual = (id: number) => useQuery(callQuery('GET /individuals/{id}', { params: { id } }));

type ValueSearch = CallInput<'POST /pii-search'>['body'];
export type Found = Answer<'POST /pii-search'>['results'];

/**
 * People who hold exactly this value and whose consent covers the purpose. A plain function: no cache may hold the
 * value.
 * @throws Problem
 */
export async function searchValue(body: ValueSearch): Promise<Found> {
  return (await client.call('POST /pii-search', { body })).results;
}

interface NewRecord {
  body: CreateRecord;
  /** The same key for a retry, so that a lost answer does not create a second person. */
  idempotencyKey: string;
}

/** Creates a person with all fields. `SENT_KEPT_MS`: the cache drops the values sent. */
export function useCreateRecord() {
  const onSuccess = useInvalidateIndividuals();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewRecord) =>
      client.call('POST /pii-records', { body, idempotencyKey }),
    onSuccess,
    gcTime: SENT_KEPT_MS,
  });
}

interface RevealRequest {
  companyId: number;
  individualId: number;
  fieldTypes: readonly FieldType[];
  purpose: string;
}

export interface RevealAnswer {
  values: Readonly<Partial<Record<FieldType, string>>>;
  /** UPPER_SNAKE reason per field that stays masked. */
  refused: Readonly<Partial<Record<FieldType, string>>>;
  /** Present once 80 % of the user's daily budget are used. */
  budget: Budget | undefined;
}

/**
 * Raw values for a purpose. A plain function and not a query or a mutation: no cache may hold a value.
 * @throws Problem; with status 404 also for a person without a record, which the response leaves out
 */
export async function revealFields(request: RevealRequest, signal: AbortSignal): Promise<RevealAnswer> {
  const { records, revealBudget: budget } = await client.call('POST /pii-records/reveal', {
    body: {
      companyId: request.companyId,
      individualIds: [request.individualId],
      fieldTypes: [...request.fieldTypes],
      purpose: request.purpose,
    },
    signal,
  });
  const [record] = records;
  if (!record) throw new Problem(404, '');
  return { values: record.fields, refused: record.refused ?? {}, budget };
}

/** What the user may still reveal today in the company: for all purposes, or for one. */
export const useRevealBudget = (companyId: number, purpose: string | undefined) =>
  useQuery(callQuery('GET /reveal-budget', { query: { companyId, purpose } }));

/** Largest page: the search also matches longer ids that start with the same digits. */
const LOOKED_AT = 200;

const isAbout = ({ individualId, details }: AuditTrailEntry, id: number): boolean =>
  individualId === id || details.individualIds?.includes(id) === true;

/** Reveals of a person in a company, allowed and refused, newest first. Fetched only with audit:read. */
export function useReveals(companyId: number, individualId: number) {
  const can = useCan();
  return useQuery({
    queryKey: ['/audit-trail', { companyId, individualId, action: 'field_decrypt' }],
    queryFn: async ({ signal }) => {
      const { rows, next } = await client.page('GET /audit-trail', {
        query: { companyId, action: 'field_decrypt', search: `IND_${individualId}`, limit: LOOKED_AT },
        signal,
      });
      // A reveal has one entry per person. Older entries of bulk reveals name several people and count for each.
      return { rows: rows.filter((entry) => isAbout(entry, individualId)), hasMore: next !== undefined };
    },
    enabled: can('audit:read', companyId),
  });
}

export type Duplicates = Answer<'GET /duplicates'>;

/** Probable duplicates in a company, or of one of its people. Fetched only with lineage:read. */
export function useDuplicates(query: { companyId: number; individualId?: number }) {
  const can = useCan();
  return useQuery({
    ...callQuery('GET /duplicates', { query }),
    enabled: can('lineage:read', query.companyId),
  });
}

/** Versions of a field, masked, newest first. Each read is audited. */
export const useFieldVersions = (id: number) =>
  useQuery({
    queryKey: ['/individuals/field-versions', id],
    queryFn: ({ signal }) => client.call('GET /pii-fields/{id}/history', { params: { id }, signal }),
    gcTime: 0,
  });

/** Seals a field at once. It is destroyed when its minimum retention has passed. */
export function useDeleteField(id: number) {
  const onSuccess = useInvalidateIndividuals();
  return useMutation({
    mutationFn: () => client.call('DELETE /pii-fields/{id}', { params: { id } }),
    onSuccess,
  });
}

export type ConsentEntry = Answer<'GET /individuals/{id}/consents'>[number];

/** Consents given and withdrawn, in every company that the user may read, oldest first. */
export const useConsents = (individualId: number) =>
  useQuery(callQuery('GET /individuals/{id}/consents', { params: { id: individualId } }));

/** Withdraws one purpose for all fields of a person in a company. */
export function useWithdrawConsent(individualId: number) {
  const onSuccess = useInvalidateIndividuals();
  return useMutation({
    mutationFn: (body: { companyId: number; purpose: string }) =>
      client.call('POST /individuals/{id}/consent/withdraw', { params: { id: individualId }, body }),
    onSuccess,
  });
}

/** A person's data at a company and its recipients (DPDP Act, s.11); raw where consent covers the purpose. */
export const accessReport = (id: number, companyId: number, purpose: string): Promise<AccessReport> =>
  client.call('GET /individuals/{id}/access-report', {
    params: { id },
    query: { companyId, purpose: purpose === '' ? undefined : purpose },
  });

/** State of the erasure of a person in a company; null if the person was not erased there. */
export const useErasure = (companyId: number, id: number) =>
  useQuery({
    queryKey: ['/erasures', { companyId, individualId: id }],
    queryFn: async ({ signal }) => {
      const found = await client.call('GET /individuals/{id}/erasure', {
        params: { id },
        query: { companyId },
        signal,
      });
      return found.find((one) => one.companyId === companyId) ?? null;
    },
  });

/** Seals a person in a company at once. */
export function useErase(id: number) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateIndividuals();
  return useMutation({
    mutationFn: (body: { companyId: number; reason: string }) =>
      client.call('POST /individuals/{id}/erase', { params: { id }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/erasures'] });
      await invalidate();
    },
  });
}

/** The only purpose for which the server returns raw values of a nominee. */
const RAW_FOR = 'nomination';

/** Reads a nomination on request: each read is audited. The answer does not stay in the cache. */
export function useReadNominee(id: number, companyId: number) {
  return useMutation({
    mutationFn: (isRaw: boolean): Promise<Nomination> =>
      client.call('GET /individuals/{id}/nominee', {
        params: { id },
        query: { companyId, purpose: isRaw ? RAW_FOR : undefined },
      }),
    gcTime: SENT_KEPT_MS,
  });
}

/** Replaces the whole nomination; answers with the masked one. */
export function useSetNominee(id: number) {
  return useMutation({
    mutationFn: (body: CallInput<'PUT /individuals/{id}/nominee'>['body']) =>
      client.call('PUT /individuals/{id}/nominee', { params: { id }, body }),
    gcTime: SENT_KEPT_MS,
  });
}

type GiveBody = CallInput<'POST /consents'>['body'];
type WithdrawBody = CallInput<'POST /consents/withdraw'>['body'];
type EraseBody = CallInput<'POST /erasures'>['body'];

/** A dry run needs no idempotency key. */
const keyed = (key: string) => (key === '' ? {} : { idempotencyKey: key });

/** Records a consent for people, each judged alone. @throws Problem */
export const giveConsents = async (body: GiveBody, key: string) =>
  (await client.call('POST /consents', { body, ...keyed(key) })).results;

/** Withdraws a purpose for people, each judged alone. @throws Problem */
export const withdrawConsents = async (body: WithdrawBody, key: string) =>
  (await client.call('POST /consents/withdraw', { body, ...keyed(key) })).results;

/** Erases people one after the other. @throws Problem */
export const eraseMany = async (body: EraseBody) => (await client.call('POST /erasures', { body })).results;
