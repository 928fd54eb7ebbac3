// Steady load that scripts/test-kubernetes runs while it upgrades, kills or restarts a deployment. Every request must
// succeed. Lines `acknowledged {…}` on the console record acknowledged operations;
// scripts/tests/drills/check-history.ts compares them with the data.
import { sleep } from 'k6';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import type { Options } from 'k6/options';
import { personOf } from './people.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Answer, type Request, send } from './vault.ts';

/** The checker reads external ids for the second purpose. */
const consentDetails = { purpose: 'kyc', alsoFor: ['reconciliation'] };
const failed = new Counter('failed_requests');
const repeated = new Counter('repeated_attempts');

export const options: Options = {
  scenarios: {
    steady: {
      executor: 'constant-arrival-rate',
      exec: 'partnerWorks',
      rate: Number(__ENV.LOAD_RATE || 60),
      timeUnit: '1m',
      duration: __ENV.LOAD_DURATION || '1m',
      preAllocatedVUs: 20,
      maxVUs: 200,
    },
  },
  setupTimeout: '5m',
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { failed_requests: ['count==0'], dropped_iterations: ['count==0'] },
};

export function setup(): Prepared {
  const prepared = prepare(consentDetails);
  const { companyId, partner, seed, individualIds } = prepared;
  console.log(`acknowledged ${JSON.stringify({ companyId, partner, seed, individualIds })}`);
  return prepared;
}

/** Whether the connection failed, by k6's error codes: the request did not reach the vault. */
const isRefused = ({ error_code: code }: Answer) => code >= 1210 && code <= 1212;

/**
 * Retries like a correct client: a GET after a failed connection, and a creation with its idempotency key after any
 * failure. Sends every other request once.
 */
function insist(given: Prepared, request: Request): Answer | undefined {
  const { status = 200, method, route, idempotencyKey } = request;
  for (let attempt = 0; ; attempt += 1) {
    const answer = send(given.partner, request);
    if (answer.status === status) return answer;
    const said = `${method} ${route}: ${answer.status} ${answer.error_code} ${answer.error} ${answer.body}`;
    const mayRepeat =
      idempotencyKey === undefined
        ? method === 'GET' && isRefused(answer)
        : answer.status === 0 || answer.status >= 500;
    if (!mayRepeat || attempt === 20) {
      failed.add(1, { name: `${method} ${route}` });
      console.log(`failed ${said}`);
      return undefined;
    }
    repeated.add(1, { name: `${method} ${route}` });
    console.log(`repeated ${said}`);
    sleep(0.2);
  }
}

/** Creates a person, reads the page, reveals it together with an existing person, and sometimes searches. */
export function partnerWorks(given: Prepared): void {
  const { companyId, seed, individualIds } = given;
  const index = 1_000_000 + exec.scenario.iterationInTest;
  const person = personOf(seed, index);
  const created = insist(given, {
    method: 'POST',
    route: '/pii-records',
    body: { companyId, consentDetails, ...person },
    status: 201,
    journey: 'create',
    idempotencyKey: `drill-${seed}-${index}`,
  });
  if (created === undefined) return;
  const { individualId } = created.json() as { individualId: number };
  console.log(`acknowledged ${JSON.stringify({ index, individualId })}`);
  const path = `/individuals/${individualId}?companyId=${companyId}`;
  insist(given, { method: 'GET', route: '/individuals/{id}', path, journey: 'profile' });
  insist(given, {
    method: 'POST',
    route: '/pii-records/reveal',
    body: {
      companyId,
      individualIds: [individualId, individualIds[index % individualIds.length]],
      fieldTypes: ['name', 'pan'],
      purpose: consentDetails.purpose,
    },
    journey: 'reveal',
  });
  // The limit is sixty searches a minute per credential.
  if (index % 5 !== 0) return;
  insist(given, {
    method: 'POST',
    route: '/pii-search',
    body: { companyId, fieldType: 'pan', value: person.fields.pan, purpose: consentDetails.purpose },
    journey: 'search',
  });
}
