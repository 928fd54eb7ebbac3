import type { PersonRow } from '@pii-vault/all/demo/record';
import type { HttpClient } from './http-client.ts';
import { type Measured, measure } from './load.ts';

const CONNECTIONS = 16;
const CONSENT = { purpose: 'kyc', alsoFor: ['fraud_prevention'] };

/** Six fields of a generated person; a field that the clerk left out is filled from the next row that has it. */
function sixFields(rows: readonly PersonRow[], index: number): Record<string, string> {
  const types = ['name', 'aadhaar', 'phone', 'email', 'dob', 'address'] as const;
  return Object.fromEntries(
    types.map((type) => {
      for (let i = index; i < index + rows.length; i += 1) {
        const value = rows[i % rows.length]?.[type] ?? '';
        if (value !== '') return [type, value];
      }
      return [type, ''];
    }),
  );
}

export function singleCreates(
  http: HttpClient,
  companyId: number,
  rows: readonly PersonRow[],
  seconds: number,
  connections = CONNECTIONS,
): Promise<Measured> {
  let next = 0;
  return measure(connections, seconds, async () => {
    next += 1;
    await http.send('POST', '/pii-records', {
      companyId,
      consentDetails: CONSENT,
      fields: sixFields(rows, next),
    });
    return 1;
  });
}

export function batchCreates(
  http: HttpClient,
  companyId: number,
  rows: readonly PersonRow[],
  seconds: number,
): Promise<Measured> {
  let next = 0;
  return measure(2, seconds, async () => {
    const first = next;
    next += 1_000;
    const records = Array.from({ length: 1_000 }, (_, i) => ({ fields: sixFields(rows, first + i) }));
    const answer = JSON.parse(
      await http.send('POST', '/pii-records/batch', { companyId, consentDetails: CONSENT, records }),
    );
    return answer.results.filter((result: { status: string }) => result.status === 'created').length;
  });
}

export function singleReveals(
  http: HttpClient,
  companyId: number,
  ids: readonly number[],
  connections: number,
  seconds: number,
): Promise<Measured> {
  return measure(connections, seconds, async () => {
    const id = ids[Math.floor(Math.random() * ids.length)];
    await http.send('GET', `/individuals/${id}?purpose=kyc&companyId=${companyId}`);
    return 1;
  });
}

export function bulkReveals(
  http: HttpClient,
  companyId: number,
  ids: readonly number[],
  seconds: number,
): Promise<Measured> {
  return measure(4, seconds, async () => {
    const from = Math.floor(Math.random() * Math.max(1, ids.length - 200));
    const individualIds = ids.slice(from, from + 200);
    const answer = JSON.parse(
      await http.send('POST', '/pii-records/reveal', { companyId, individualIds, purpose: 'kyc' }),
    );
    return answer.records.reduce(
      (sum: number, record: { fields: object }) => sum + Object.keys(record.fields).length,
      0,
    );
  });
}
