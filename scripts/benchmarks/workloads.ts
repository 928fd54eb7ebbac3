import { randomUUID } from 'node:crypto';
import type { HttpClient } from './http-client.ts';
import { measure, WARM_UP_SECONDS, type Warmed } from './load.ts';
import type { NextPerson } from './new-people.ts';

const CONNECTIONS = 16;
const CONSENT = { purpose: 'kyc', alsoFor: ['fraud_prevention'] };

export function singleCreates(
  http: HttpClient,
  companyId: number,
  next: NextPerson,
  seconds: number,
  connections = CONNECTIONS,
  warmUpSeconds = WARM_UP_SECONDS,
): Promise<Warmed> {
  return measure(
    connections,
    seconds,
    async () => {
      const record = { companyId, consentDetails: CONSENT, fields: next() };
      await http.send('POST', '/pii-records', record, randomUUID());
      return 1;
    },
    warmUpSeconds,
  );
}

export function batchCreates(
  http: HttpClient,
  companyId: number,
  next: NextPerson,
  seconds: number,
): Promise<Warmed> {
  return measure(2, seconds, async () => {
    const records = Array.from({ length: 1_000 }, () => ({ fields: next() }));
    const batch = { companyId, consentDetails: CONSENT, records };
    const answer = JSON.parse(await http.send('POST', '/pii-records/batch', batch, randomUUID()));
    return answer.results.filter((result: { status: string }) => result.status === 'created').length;
  });
}

export function singleReveals(
  http: HttpClient,
  companyId: number,
  ids: readonly number[],
  connections: number,
  seconds: number,
  warmUpSeconds = WARM_UP_SECONDS,
): Promise<Warmed> {
  return measure(
    connections,
    seconds,
    async () => {
      const id = ids[Math.floor(Math.random() * ids.length)];
      await http.send('GET', `/individuals/${id}?purpose=kyc&companyId=${companyId}`);
      return 1;
    },
    warmUpSeconds,
  );
}

export function bulkReveals(
  http: HttpClient,
  companyId: number,
  ids: readonly number[],
  seconds: number,
): Promise<Warmed> {
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
