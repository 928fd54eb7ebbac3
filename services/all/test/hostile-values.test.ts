import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiAnswer } from './api-caller.ts';
import { fillableRows, type HostileRequests, hostileRequests, variantsOf } from './hostile-requests.ts';
import { type Filling, HARMLESS, HOSTILE } from './hostile-values.ts';
import { polled } from './polled.ts';
import { threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** Costs in ms that are always accepted. A quadratic search took 1,160, a library for every number of a text 4,600. */
const CHEAP_MS = 180;
/** A reference below this many ms counts as this: the vault's jobs run on the same thread. */
const FLOOR_MS = 60;
/** Largest accepted ratio to the cost of half the size: 2 is linear, 4 quadratic. */
const GROWTH = 3.2;
/** Largest accepted ratio to the cost of a harmless value of the same size. */
const RATIO = 8;
/** How often two costs are measured in turns before the least of each is judged, and at most. */
const [FEWEST_ROUNDS, ROUNDS] = [3, 6];
/** Length of each text with a pattern: together they nearly reach the limit of a body, or of a request's head. */
const [IN_BODY, IN_HEAD] = [40_000, 1_500];

/** Calls that refuse every filling, with their refusal: what follows their validation is not measured here. */
const REFUSED: Readonly<Record<string, string>> = {
  'POST /auth/factors/totp/confirm': 'CHALLENGE_OVER: no enrolment is open',
  'POST /auth/factors/passkey/confirm': 'CHALLENGE_OVER: no enrolment is open',
  'POST /auth/login': 'INVALID_CREDENTIALS, later LOGIN_THROTTLED',
  'POST /auth/setup-admin': 'NOT_FOUND: an administrator exists',
  'PUT /auth/factors/{id}': 'NOT_FOUND: the caller has no second factor',
  'POST /parked-events/discard': 'EVENT_NOT_PARKED: no event is parked',
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

/** Nothing that earlier calls left to do, such as an import, counts as a cost of the next one. */
async function atRest(): Promise<void> {
  await polled(async () => {
    const [open] = await vault.sql(`SELECT FROM vault.imports WHERE status IN ('queued', 'running')`);
    return open === undefined ? true : undefined;
  });
  await vault.host.drain();
}

interface Bound {
  readonly other: Varied;
  /** Largest accepted ratio to the cost of the other filling. */
  readonly times: number;
}

/**
 * Expects that a filling costs at most so many times as much as another one. Both are measured in turns and the least
 * of each counts: a busy machine, garbage collection and the vault's jobs raise both alike. What grows faster than its
 * size stays above the bound in every round.
 */
async function expectBound(row: Row, filling: Varied, { other, times }: Bound): Promise<void> {
  let [ms, otherMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = () => times * Math.max(FLOOR_MS, otherMs);
  for (let n = 1; n <= ROUNDS && (n <= FEWEST_ROUNDS || ms > most()); n++) {
    for (const one of [filling, other]) {
      await atRest();
      const cost = (await costOf(row, one)).ms;
      if (one === filling) ms = Math.min(ms, cost);
      else otherMs = Math.min(otherMs, cost);
    }
  }
  expect(ms, JSON.stringify({ filling, other })).toBeLessThanOrEqual(most());
}

async function compare(row: Row, filling: Varied): Promise<ApiAnswer> {
  const { ms, answer } = await costOf(row, filling);
  if (ms <= CHEAP_MS || (await costOf(row, filling)).ms <= CHEAP_MS) return answer;
  await expectBound(row, filling, { other: { ...filling, share: filling.share / 2 }, times: GROWTH });
  if (ms > RATIO * FLOOR_MS)
    await expectBound(row, filling, { other: { ...filling, text: HARMLESS }, times: RATIO });
  return answer;
}

const free = named(fillableRows(() => 'free'));
const reached = new Set<string>();

it.each(free)(
  '%s takes about as long for hostile texts and lists as for others of their size',
  async (key, row) => {
    for (let variant = 0; variant < variantsOf(row); variant++) {
      for (const [n, text] of HOSTILE.entries()) {
        const items = n % 2 === 0 ? 'distinct' : 'same';
        const filling = { text, share: 1, items, which: 'free', variant } as const;
        let { status } = await compare(row, filling);
        if (status === 400) ({ status } = await compare(row, { ...filling, most: SHORT }));
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
    for (const text of HOSTILE) await compare(row, { text, share: 1, items: 'same', which, variant: 0 });
  },
);
