import { sleep } from 'k6';
import exec from 'k6/execution';
import { csvOf, personOf } from './people.ts';
import type { Prepared } from './prepare.ts';
import { call, jsonOf } from './vault.ts';

const PURPOSE = 'kyc';
const consentDetails = { purpose: PURPOSE };

/** A number that is unique in the run. */
const unique = () => 1_000_000 + exec.scenario.iterationInTest;
const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Creates a person, reads the profile back masked, reveals it, and looks the person up by PAN. */
export function partnerCreatesAndReveals(given: Prepared): void {
  const { partner, companyId, seed } = given;
  const person = personOf(seed, unique());
  const created = call(partner, {
    method: 'POST',
    route: '/pii-records',
    body: { companyId, consentDetails, ...person },
    status: 201,
    journey: 'create',
    idempotencyKey: `load-${seed}-${person.externalId}`,
  });
  if (created.status !== 201) return;
  const { individualId } = jsonOf<{ individualId: number }>(created);
  call(partner, {
    method: 'GET',
    route: '/individuals/{id}',
    path: `/individuals/${individualId}?companyId=${companyId}`,
    journey: 'profile',
  });
  call(partner, {
    method: 'POST',
    route: '/pii-records/reveal',
    body: { companyId, individualIds: [individualId], fieldTypes: ['name', 'pan'], purpose: PURPOSE },
    journey: 'reveal',
  });
}

/** Reveals existing people, a page at a time, like a partner's batch job. */
export function partnerReveals({ partner, companyId, individualIds }: Prepared): void {
  const ids = Array.from({ length: 10 }, () => anyOf(individualIds));
  call(partner, {
    method: 'POST',
    route: '/pii-records/reveal',
    body: { companyId, individualIds: [...new Set(ids)], fieldTypes: ['name', 'phone'], purpose: PURPOSE },
    journey: 'reveal',
  });
}

/** Finds a person by a value through the blind index. */
export function partnerSearches({ searchers, companyId, seed }: Prepared): void {
  const partner = searchers[exec.scenario.iterationInTest % searchers.length] ?? '';
  const { fields } = personOf(seed, Math.floor(Math.random() * 400));
  call(partner, {
    method: 'POST',
    route: '/pii-search',
    body: { companyId, fieldType: 'pan', value: fields.pan, purpose: PURPOSE },
    journey: 'search',
  });
}

/** Creates a hundred people in one request. */
export function partnerSendsBatch({ partner, companyId, seed }: Prepared): void {
  const from = unique() * 100;
  const records = Array.from({ length: 100 }, (_, at) => personOf(seed + 1, from + at));
  call(partner, {
    method: 'POST',
    route: '/pii-records/batch',
    body: { companyId, consentDetails, records },
    journey: 'batch',
  });
}

/** Imports a file of 1,000 people, waits for its end, then exports the masked list as CSV. */
export function partnerImportsAndExports({ partner, companyId, seed }: Prepared): void {
  const from = unique() * 1_000;
  const people = Array.from({ length: 1_000 }, (_, at) => personOf(seed + 2, from + at));
  const started = call(partner, {
    method: 'POST',
    route: '/imports',
    path: `/imports?companyId=${companyId}&purpose=${PURPOSE}&fileName=load.csv`,
    body: csvOf(people),
    type: 'text/csv',
    status: 202,
    journey: 'import',
  });
  if (started.status !== 202) return;
  const { id } = jsonOf<{ id: number }>(started);
  for (let looks = 0; looks < 300; looks += 1) {
    const answer = call(partner, {
      method: 'GET',
      route: '/imports/{id}',
      path: `/imports/${id}`,
      journey: 'profile',
    });
    const { status } = jsonOf<{ status: string }>(answer);
    if (status !== 'queued' && status !== 'running') break;
    sleep(1);
  }
  call(partner, {
    method: 'GET',
    route: '/individuals/export',
    path: `/individuals/export?companyId=${companyId}&format=csv`,
    journey: 'export',
  });
}
