import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiAnswer } from './api-caller.ts';
import { fillableRows, type HostileRequests, hostileRequests, variantsOf } from './hostile-requests.ts';
import { type Filling, HARMLESS, HOSTILE } from './hostile-values.ts';
import { threeCompanies } from './three-companies.ts';
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
};
/** A length that every service allows. */
const SHORT = 90;

let vault: WholeVault;
let requests: HostileRequests;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  requests = hostileRequests(await threeCompanies(vault));
});
beforeEach(() => requests.prove());
afterAll(() => vault?.stop());

const formatted = ({ body }: Row) => ({ formatted: body === undefined ? IN_HEAD : IN_BODY });
const named = (rows: readonly Row[]) => rows.map((row) => [row.key, row] as const);

/** A filling of one of the requests that together reach all work of a call. */
type Varied = Filling & { readonly variant: number };

/** CPU time of this thread in ms. The gateway and all services run in it: requests of other companies wait for it. */
async function costOf(row: Row, filling: Varied): Promise<{ ms: number; answer: ApiAnswer }> {
  const request = await requests.filled(row, filling, filling.variant);
  const call = requests.callerOf(row);
  const before = process.threadCpuUsage();
  const answer = await call(request);
  const { user, system } = process.threadCpuUsage(before);
  expect(answer.status, `${row.key} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  return { ms: (user + system) / 1_000, answer };
}

/** The least of several: background work and garbage collection count too. */
async function least(row: Row, filling: Varied, until: number): Promise<number> {
  let { ms } = await costOf(row, filling);
  for (let n = 0; n < 3 && ms > until; n++) ms = Math.min(ms, (await costOf(row, filling)).ms);
  return ms;
}

async function compare(row: Row, filling: Varied, limit: number): Promise<ApiAnswer> {
  const { ms: first, answer } = await costOf(row, filling);
  const ms = first > limit ? await least(row, filling, limit) : first;
  expect(ms, JSON.stringify(filling)).toBeLessThanOrEqual(limit);
  if (ms <= 2 * FLOOR_MS) return answer;
  const half = await least(row, { ...filling, share: filling.share / 2 }, 0);
  const most = GROWTH * Math.max(FLOOR_MS / 2, half);
  if (ms > most) expect(await least(row, filling, most), JSON.stringify(filling)).toBeLessThanOrEqual(most);
  return answer;
}

async function limitOf(row: Row, which: Filling['which'], variant: number): Promise<number> {
  const harmless = { text: HARMLESS, share: 1, items: 'distinct', which, variant } as const;
  const first = (await costOf(row, harmless)).ms;
  return RATIO * Math.max(FLOOR_MS, first > FLOOR_MS ? (await costOf(row, harmless)).ms : first);
}

const free = named(fillableRows(() => 'free'));
const reached = new Set<string>();

it.each(free)(
  '%s takes about as long for hostile texts and lists as for others of their size',
  async (key, row) => {
    for (let variant = 0; variant < variantsOf(row); variant++) {
      const limit = await limitOf(row, 'free', variant);
      for (const [n, text] of HOSTILE.entries()) {
        const items = n % 2 === 0 ? 'distinct' : 'same';
        const filling = { text, share: 1, items, which: 'free', variant } as const;
        let { status } = await compare(row, filling, limit);
        if (status === 400) ({ status } = await compare(row, { ...filling, most: SHORT }, limit));
        if (status < 300) reached.add(key);
      }
    }
  },
);

it('reaches the work of the calls, and not only their validation', () => {
  const others = free.map(([key]) => key).filter((key) => !reached.has(key));
  process.stdout.write(`${reached.size} of ${free.length} calls with free texts or lists succeeded\n`);
  expect(others.sort()).toEqual(Object.keys(REFUSED).sort());
});

it.each(named(fillableRows(formatted)))(
  '%s refuses texts of another form in about the time of harmless ones',
  async (_, row) => {
    const which = formatted(row);
    const limit = await limitOf(row, which, 0);
    for (const text of HOSTILE)
      await compare(row, { text, share: 1, items: 'same', which, variant: 0 }, limit);
  },
);
