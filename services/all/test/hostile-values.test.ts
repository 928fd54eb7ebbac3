import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiAnswer, ApiCaller, ApiRequest } from './api-caller.ts';
import { type Filling, filledRequest, HARMLESS, HOSTILE, isFillable, isRecord } from './hostile-values.ts';
import { requestsOf } from './replay-requests.ts';
import { type ThreeCompanies, threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** A cost below this many ms counts as this: the vault's jobs run on the same thread. A quadratic search took 1,160. */
const FLOOR_MS = 60;
/** Largest accepted ratio of a hostile value's cost to that of a harmless one of the same size. */
const RATIO = 6;
/** Largest accepted ratio to the cost of half the size: 2 is linear, 4 quadratic. */
const GROWTH = 3.2;
/** Length of each text with a pattern: together they nearly reach the limit of a body, or of a request's head. */
const [IN_BODY, IN_HEAD] = [40_000, 1_500];

/** Calls that refuse every filling, with their refusal: what follows their validation is not measured here. */
const REFUSED: Readonly<Record<string, string>> = {
  'POST /auth/factors/totp/confirm': 'CHALLENGE_OVER: no enrolment is open',
  'POST /auth/factors/passkey/confirm': 'CHALLENGE_OVER: no enrolment is open',
  'PUT /auth/factors/{id}': 'NOT_FOUND: the caller has no second factor',
  'POST /companies/{id}/reactivation-requests': 'NOT_SUSPENDED: the company is active',
  'PUT /companies/{id}': 'PERMISSION_DENIED: a code is for a super_admin',
  'GET /individuals': 'PURPOSE_REQUIRED: a search reads values',
  'GET /individuals/export': 'PURPOSE_REQUIRED: a search reads values',
  'POST /pii-records': 'FIELD_INVALID: no text is valid in every field',
  'POST /pii-search': 'INVALID_REQUEST: only identifiers are searched',
  'POST /imports': 'INVALID_REQUEST: the mapping has no valid target',
  'PUT /imports/{id}/mapping': 'The file has none of the columns',
  'PUT /individuals/{id}/nominee': 'FIELD_INVALID: no text is a name and a phone number',
};
/** A length that every service allows. */
const SHORT = 90;

let vault: WholeVault;
let world: ThreeCompanies;
let requests: ReadonlyMap<string, ApiRequest>;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  world = await threeCompanies(vault);
  requests = new Map(requestsOf(world.own).map((request) => [request.key, request]));
});
afterAll(() => vault?.stop());

/** Left out: they end the session, or have a deliberately slow hash. */
const left = new Set(['/auth/logout', '/auth/login', '/auth/setup-admin', '/auth/change-password']);
const keyOf = ({ method, path }: Row) => `${method} ${path}` as ApiRequest['key'];
const exampleOf = ({ example, ...row }: Row): ApiRequest => ({
  key: keyOf({ example, ...row }),
  ...(isRecord(example.params) ? { params: example.params } : {}),
  ...(isRecord(example.query) ? { query: example.query } : {}),
  ...(example.body === undefined ? {} : { body: example.body }),
});
const formatted = ({ body }: Row) => ({ formatted: body === undefined ? IN_HEAD : IN_BODY });
const rowsWith = (which: (row: Row) => Filling['which']) =>
  (routes as readonly Row[])
    .filter((row) => !left.has(row.path) && row.produces === undefined)
    .filter((row) => isFillable(row, exampleOf(row), which(row)))
    .map((row) => [row.key, row] as const);

let created = 0;
/** Parts of a body by which the call succeeds again and again, or reaches the work on a text. */
function fixed(key: string): Record<string, unknown> {
  created += 1;
  const one = `use-${created}`;
  switch (key) {
    case 'POST /purposes':
    case 'POST /link-agreements':
    case 'POST /approvals':
      return { purpose: one };
    case 'POST /recipients':
      return { code: one };
    case 'POST /users':
      return { email: `${one}@example.org` };
    case 'POST /pii-fields':
      return { fieldType: 'address' };
    case 'POST /pii-search':
      return { fieldType: 'name' };
    default:
      return {};
  }
}

/** Parts that exclude each other. */
function withoutOne(key: string, query: Readonly<Record<string, unknown>>) {
  const { externalId: _, ...searched } = query;
  return /^GET .individuals(.export)?$/.test(key) ? { query: searched } : { query };
}

const ERASE = 'POST /individuals/{id}/erase';
async function person(): Promise<Record<string, unknown>> {
  const made = await world.asA({ key: 'POST /individuals', body: { companyId: world.own.companyId } });
  return { params: { id: made.json().id } };
}

async function requestFor(row: Row, filling: Filling): Promise<ApiRequest> {
  const base = requests.get(keyOf(row)) ?? exampleOf(row);
  const filled = filledRequest(row, base, filling);
  return {
    ...filled,
    ...(filled.query === undefined ? {} : withoutOne(row.key, filled.query)),
    ...(isRecord(filled.body) ? { body: { ...filled.body, ...fixed(row.key) } } : {}),
    ...(row.key === ERASE && filling.which === 'free' ? await person() : {}),
  };
}

/** CPU time of this thread in ms. The gateway and all services run in it: requests of other companies wait for it. */
async function costOf(row: Row, filling: Filling): Promise<{ ms: number; answer: ApiAnswer }> {
  const request = await requestFor(row, filling);
  const call: ApiCaller = requests.has(row.key) ? world.asA : world.asRoot;
  const before = process.threadCpuUsage();
  const answer = await call(request);
  const { user, system } = process.threadCpuUsage(before);
  expect(answer.status, `${row.key} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  return { ms: (user + system) / 1_000, answer };
}

/** The least of several: background work and garbage collection count too. */
async function least(row: Row, filling: Filling, until: number): Promise<number> {
  let { ms } = await costOf(row, filling);
  for (let n = 0; n < 3 && ms > until; n++) ms = Math.min(ms, (await costOf(row, filling)).ms);
  return ms;
}

async function compare(row: Row, filling: Filling, limit: number): Promise<ApiAnswer> {
  const { ms: first, answer } = await costOf(row, filling);
  const ms = first > limit ? await least(row, filling, limit) : first;
  expect(ms, JSON.stringify(filling)).toBeLessThanOrEqual(limit);
  if (ms <= 2 * FLOOR_MS) return answer;
  const half = await least(row, { ...filling, share: filling.share / 2 }, 0);
  const most = GROWTH * Math.max(FLOOR_MS / 2, half);
  if (ms > most) expect(await least(row, filling, most), JSON.stringify(filling)).toBeLessThanOrEqual(most);
  return answer;
}

async function limitOf(row: Row, which: Filling['which']): Promise<number> {
  const harmless = { text: HARMLESS, share: 1, items: 'distinct', which } as const;
  const first = (await costOf(row, harmless)).ms;
  return RATIO * Math.max(FLOOR_MS, first > FLOOR_MS ? (await costOf(row, harmless)).ms : first);
}

const free = rowsWith(() => 'free');
const reached = new Set<string>();

it.each(free)(
  '%s takes about as long for hostile texts and lists as for others of their size',
  async (key, row) => {
    const limit = await limitOf(row, 'free');
    for (const [n, text] of HOSTILE.entries()) {
      const filling = { text, share: 1, items: n % 2 === 0 ? 'distinct' : 'same', which: 'free' } as const;
      let { status } = await compare(row, filling, limit);
      if (status === 400) ({ status } = await compare(row, { ...filling, most: SHORT }, limit));
      if (status < 300) reached.add(key);
    }
  },
);

it('reaches the work of the calls, and not only their validation', () => {
  const others = free.map(([key]) => key).filter((key) => !reached.has(key));
  process.stdout.write(`${reached.size} of ${free.length} calls with free texts or lists succeeded\n`);
  expect(others.sort()).toEqual(Object.keys(REFUSED).sort());
});

it.each(rowsWith(formatted))(
  '%s refuses texts of another form in about the time of harmless ones',
  async (_, row) => {
    const which = formatted(row);
    const limit = await limitOf(row, which);
    for (const text of HOSTILE) await compare(row, { text, share: 1, items: 'same', which }, limit);
  },
);
