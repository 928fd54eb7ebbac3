import type { PartnerCalls } from './partner-calls.ts';
import type { Told, ToldPerson } from './told.ts';

/** The purpose of everybody's data, which some withdraw. */
export const PURPOSE = 'kyc';
/** The purpose under which the checker reads external ids; nobody withdraws it. */
export const RECONCILIATION = 'reconciliation';

export interface Reader {
  readonly companyId: number;
  readonly calls: PartnerCalls;
  readonly told: Told;
}

/** @returns whether it was answered */
export async function reveal(system: Reader, people: readonly ToldPerson[]): Promise<boolean> {
  const { companyId, told, calls } = system;
  const individualIds = people.flatMap(({ individualId }) => individualId ?? []);
  const answered = await calls.once('reveal', (client, signal) =>
    client.call('POST /pii-records/reveal', { body: { companyId, individualIds, purpose: PURPOSE }, signal }),
  );
  if (answered === undefined) return false;
  const { requestId, sentAt, answeredAt } = answered;
  for (const { individualId, fields } of answered.answer.records)
    told.reveals.push({ requestId, companyId, individualId, sentAt, answeredAt, fields });
  return true;
}

/** One person's page: masked, or raw for the purpose that everybody consented to. */
export async function readProfile(system: Reader, person: ToldPerson, isRaw: boolean): Promise<void> {
  const { companyId, told, calls } = system;
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
  if (isRaw) told.reveals.push({ requestId, companyId, individualId, sentAt, answeredAt, fields });
  else if (raw.length > 0) told.contradictions.push(`a masked page showed ${Object.keys(fields).join(', ')}`);
  if (masked.length > 0) {
    const fieldNames = masked.map(({ fieldType }) => fieldType);
    told.views.push({ action: 'field_view', requestId, individualIds: [individualId], fieldNames });
  }
}

/** Looks somebody up by their PAN, who must be among those found. */
export async function searchPan(system: Reader, person: ToldPerson): Promise<void> {
  const { companyId, told, calls } = system;
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
    told.contradictions.push(`a search by PAN did not find ${companyId}/${person.individualId}`);
  told.views.push({ action: 'data_search', requestId, individualIds, fieldNames: ['pan'] });
}
