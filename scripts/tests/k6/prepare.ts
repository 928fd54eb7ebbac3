import { fail } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { personOf } from './people.ts';
import { ADDRESS, call, jsonOf } from './vault.ts';

/** The result of setup, which k6 passes to each virtual user as JSON. */
export interface Prepared {
  readonly companyId: number;
  /** clientId:secret of the company's administrator. */
  readonly partner: string;
  /** Credentials for searches, used in turn, because the limit is sixty searches a minute per credential. */
  readonly searchers: readonly string[];
  /** Login of the user of the console. */
  readonly email: string;
  readonly password: string;
  readonly userId: number;
  /** Users with credentials that the run created. */
  readonly holders: readonly number[];
  /** Token of the super_admin's session, which revokes the credentials at the end. */
  readonly session: string;
  readonly seed: number;
  /** People that exist before the load. */
  readonly individualIds: readonly number[];
}

const PEOPLE = 400;
const BATCH = 200;
const PURPOSE = 'kyc';
const SEARCHERS = Number(__ENV.LOAD_SEARCHERS || 10);

const journey = 'setup';

/** Codes of the companies that load tests create. */
const CODE_PREFIX = 'L-';

/**
 * Ends the run, before it creates anything, in a vault with people of companies that no load test created, unless
 * LOAD_INTO_PEOPLE=yes: a load test slows down their users, and leaves a company with people and users behind.
 */
export function refuseOthersPeople(): void {
  if (__ENV.LOAD_INTO_PEOPLE === 'yes') return;
  const session = signIn(...superAdmin());
  const companies = jsonOf<{ code: string; individuals: number }[]>(
    call(session, { method: 'GET', route: '/companies', journey }),
  );
  call(session, { method: 'POST', route: '/auth/logout', body: {}, journey });
  const people = companies
    .filter(({ code }) => !code.startsWith(CODE_PREFIX))
    .reduce((sum, { individuals }) => sum + individuals, 0);
  if (people === 0) return;
  exec.test.abort(
    `${ADDRESS} holds ${people} people that no load test created. A load test slows down their users and leaves a company with people and users behind. To run it here, set LOAD_INTO_PEOPLE=yes.`,
  );
}

function superAdmin(): [email: string, password: string] {
  const [email, password] = [__ENV.LOAD_EMAIL, __ENV.LOAD_PASSWORD];
  if (!email || !password) fail('LOAD_EMAIL and LOAD_PASSWORD of a super_admin are needed');
  return [email, password];
}

/** Creates a company with an administrator, API credentials and people, with the login of a super_admin. */
export function prepare(consentDetails = { purpose: PURPOSE }): Prepared {
  const session = signIn(...superAdmin());
  const seed = Number(__ENV.LOAD_SEED || Date.now() % 1_000_000);
  const companyId = makeCompany(session, seed);
  const user = makeUser(session, companyId, seed);
  widenBudgets(session, signIn(user.email, user.password), companyId);
  const partner = makeCredentials(session, user.userId);
  const others = Array.from({ length: SEARCHERS - 1 }, (_, n) => makeUser(session, companyId, seed, n + 2));
  const searchers = [partner, ...others.map(({ userId }) => makeCredentials(session, userId))];
  const holders = [user, ...others].map(({ userId }) => userId);
  const individualIds = seedPeople(partner, companyId, seed, consentDetails);
  return { companyId, partner, searchers, holders, session, seed, individualIds, ...user };
}

function makeCompany(session: string, seed: number): number {
  const body = { name: `Load test ${seed}`, code: `${CODE_PREFIX}${seed}`, tier: 'finance' };
  return jsonOf<{ id: number }>(
    call(session, { method: 'POST', route: '/companies', body, status: 201, journey }),
  ).id;
}

/**
 * Raises the daily budgets above the load. A second administrator approves the change: a vault under load needs
 * IDENTITY_INDEPENDENCE_DAYS=0, because that administrator was created just before.
 */
function widenBudgets(session: string, second: string, companyId: number): void {
  const most = 1_000_000_000;
  const body = {
    companyId,
    peoplePerUser: most,
    peoplePerCredential: most,
    byPurpose: [],
    searchesPerUser: most,
    searchesPerCredential: most,
    conflicts: most,
    bulkApproval: { revealsAbove: null, exportsAbove: null, hours: 24 },
  };
  const { pending } = jsonOf<{ pending: { id: number } | null }>(
    call(session, { method: 'PUT', route: '/reveal-policy', body, journey }),
  );
  if (pending === null) return;
  call(second, {
    method: 'POST',
    route: '/reveal-policy/changes/{id}/decide',
    path: `/reveal-policy/changes/${pending.id}/decide`,
    body: { companyId, decision: 'approved' },
    journey,
  });
}

function makeUser(session: string, companyId: number, seed: number, n = 1) {
  const email = `load-${seed}-${n}@example.com`;
  const password = `Load-Test-${seed}-${n}!`;
  const who = { firstName: 'Load', lastName: 'Test', role: 'admin', companyId };
  const body = { ...who, email, password, generatePassword: false, sendEmail: false };
  const made = jsonOf<{ user: { id: number } }>(
    call(session, { method: 'POST', route: '/users', body, status: 201, journey }),
  );
  return { email, password, userId: made.user.id };
}

function makeCredentials(session: string, userId: number): string {
  const { clientId, secret } = jsonOf<{ clientId: string; secret: string }>(
    call(session, {
      method: 'POST',
      route: '/users/{id}/api-credentials/generate',
      path: `/users/${userId}/api-credentials/generate`,
      body: {},
      status: 201,
      journey,
    }),
  );
  return `${clientId}:${secret}`;
}

/** Revokes the credentials of the run; keeps people and company for inspection. */
export function tidyUp({ session, holders }: Prepared): void {
  for (const userId of holders)
    http.del(`${ADDRESS}/api/users/${userId}/api-credentials`, null, {
      headers: { Authorization: `Bearer ${session}` },
      tags: { name: 'DELETE /users/{id}/api-credentials', journey },
    });
}

export function signIn(email: string, password: string, ofJourney = journey): string {
  const answer = http.post(`${ADDRESS}/api/auth/login`, JSON.stringify({ email, password }), {
    headers: { 'Content-Type': 'application/json' },
    tags: { name: 'POST /auth/login', journey: ofJourney },
  });
  if (answer.status !== 200) fail(`POST /auth/login answered ${answer.status}`);
  return (answer.json() as { token: string }).token;
}

function seedPeople(partner: string, companyId: number, seed: number, consentDetails: object): number[] {
  const ids: number[] = [];
  for (let from = 0; from < PEOPLE; from += BATCH) {
    const records = Array.from({ length: BATCH }, (_, at) => personOf(seed, from + at));
    const answer = call(partner, {
      method: 'POST',
      route: '/pii-records/batch',
      body: { companyId, consentDetails, records },
      status: 200,
      journey,
    });
    const results = jsonOf<{ results: { individualId?: number }[] }>(answer).results;
    for (const { individualId } of results) if (individualId !== undefined) ids.push(individualId);
  }
  return ids;
}
