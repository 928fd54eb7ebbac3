import type { OperationHistory, RecordedPerson } from './operation-history.ts';
import type { PartnerCalls } from './partner-calls.ts';

/** The purpose to which every person consents; some withdraw. */
export const PURPOSE = 'kyc';
/** The purpose under which the checker reads external ids; it is never withdrawn. */
export const RECONCILIATION = 'reconciliation';

export interface Reader {
  readonly companyId: number;
  readonly calls: PartnerCalls;
  readonly history: OperationHistory;
}

/** @returns whether the call succeeded */
export async function reveal(system: Reader, people: readonly RecordedPerson[]): Promise<boolean> {
  const { companyId, history, calls } = system;
  const individualIds = people.flatMap(({ individualId }) => individualId ?? []);
  const answered = await calls.once('reveal', (client, signal) =>
    client.call('POST /pii-records/reveal', { body: { companyId, individualIds, purpose: PURPOSE }, signal }),
  );
  if (answered === undefined) return false;
  const { requestId, sentAt, answeredAt } = answered;
  for (const { individualId, fields } of answered.answer.records)
    history.reveals.push({ requestId, companyId, individualId, sentAt, answeredAt, fields });
  return true;
}

/** Reads one person: masked, or raw for PURPOSE. */
export async function readProfile(system: Reader, person: RecordedPerson, isRaw: boolean): Promise<void> {
  const { companyId, history, calls } = system;
  const { individualId } = person;
  if (individualId === undefined) return;
  const answered = await calls.once('profile', (client, signal) =>
    client.call('GET /individuals/{id}', {
      params: { id: individualId },
      query: { companyId, ...(isRaw ? { purpose: PURPOSE } : {}) },
      signal,
    }),
  );
  if (answered === undefined) return;
  const { requestId, sentAt, answeredAt, answer } = answered;
  const masked = answer.piiFields.filter((field) => field.masked);
  const raw = answer.piiFields.filter((field) => !field.masked);
  const fields = Object.fromEntries(raw.map(({ fieldType, value }) => [fieldType, value]));
  if (isRaw) history.reveals.push({ requestId, companyId, individualId, sentAt, answeredAt, fields });
  else if (raw.length > 0)
    history.contradictions.push(`a masked page showed ${Object.keys(fields).join(', ')}`);
  if (masked.length > 0) {
    const fieldNames = masked.map(({ fieldType }) => fieldType);
    history.views.push({ action: 'field_view', requestId, individualIds: [individualId], fieldNames });
  }
}

/** Searches a person by PAN; the result has to contain the person. */
export async function searchPan(system: Reader, person: RecordedPerson): Promise<void> {
  const { companyId, history, calls } = system;
  const value = person.values.get('pan')?.at(-1)?.value;
  if (person.individualId === undefined || value === undefined) return;
  const answered = await calls.once('search', (client, signal) =>
    client.call('POST /pii-search', {
      body: { companyId, fieldType: 'pan', value, purpose: PURPOSE },
      signal,
    }),
  );
  if (answered === undefined) return;
  const { requestId, answer } = answered;
  const individualIds = answer.results.map(({ individualId }) => individualId);
  if (!individualIds.includes(person.individualId))
    history.contradictions.push(`a search by PAN did not find ${companyId}/${person.individualId}`);
  history.views.push({ action: 'data_search', requestId, individualIds, fieldNames: ['pan'] });
}
