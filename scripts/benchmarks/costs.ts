import { parseArgs } from 'node:util';
import type { ApiAnswer, ApiRequest } from '@pii-vault/all/test/api-caller';
import { type HostileRequests, hostileRequests, variantsOf } from '@pii-vault/all/test/hostile-requests';
import { type Filling, HOSTILE, isFillable } from '@pii-vault/all/test/hostile-values';
import { type ThreeCompanies, threeCompanies } from '@pii-vault/all/test/three-companies';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { connectDatabase } from '../tests/running-vault/database-access.ts';
import { startVaultProcess, type VaultProcess } from '../tests/running-vault/vault-process.ts';
import { type LightClient, lightClient } from './light-client.ts';
import { launcherOf, loopCpu } from './process-figures.ts';
import { number, print } from './report.ts';

const { values: options } = parseArgs({
  options: {
    /** Regular expression of the calls, such as 'POST /incidents'. */
    match: { type: 'string', default: '' },
    /** Seconds of each measurement. */
    seconds: { type: 'string', default: '2' },
    people: { type: 'string', default: '2000' },
  },
});
const SECONDS = Number(options.seconds);
const PEOPLE = Number(options.people);
/** Entries of a register, each with the largest texts: as many as the largest page. */
const ENTRIES = 200;
/** A call must not make another company wait longer than this, or this many times as long as usual. */
const [MOST_MS, MOST_RATIO] = [250, 10];
/** Below this latency in ms a ratio says more about the machine than about the call. */
const FLOOR_MS = 5;
const IDENTIFIERS = 'a@b.co ';

/** Ends the attacker's session, or is measured by another benchmark. */
const LEFT = new Set(['POST /auth/logout', 'POST /auth/change-password']);
/** Rows of the summary. */
const WORST = 10;
/** Creating calls first, so that lists are long; the others destroy what further calls need. */
const ORDER = ['POST', 'GET', 'PUT', 'DELETE'];

interface Cost {
  readonly key: string;
  /** Of the last call: status, and the reason of a refusal. */
  readonly answer: string;
  readonly isRefused: boolean;
  readonly calls: number;
  /** Of the costly call, ms. */
  readonly own: number;
  /** CPU time of the gateway's event loop per call, ms: other programs of the machine do not change it. */
  readonly cpu: number;
  /** Of the other company's request, ms. */
  readonly quiet: number;
  readonly during: number;
  /** CPU time of the longest turn of the gateway's event loop, ms: what other requests wait for at least. */
  readonly turn: number;
}

interface Bench {
  readonly requests: HostileRequests;
  readonly light: LightClient;
  readonly pid: number;
  /** CPU time of the longest turn of the event loop since the last call, ms. */
  longestTurn(): Promise<number>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** The request, with every text of the list where the call has texts. */
function ways(row: Row, plain: ApiRequest): (Filling & { readonly variant: number })[] {
  const texts = isFillable(row, plain, 'free') ? HOSTILE : HOSTILE.slice(0, 1);
  return texts.flatMap((text, n) =>
    Array.from({ length: variantsOf(row) }, (_, variant) => ({
      ...({ text, share: 1, which: 'free', variant } as const),
      items: n % 2 === 0 ? ('distinct' as const) : ('same' as const),
    })),
  );
}

/** The filling that costs the gateway's event loop the most CPU time. */
async function costliest({ requests, pid }: Bench, row: Row) {
  const all = ways(row, requests.plain(row));
  let worst = { ms: -1, way: all[0] };
  for (const way of all.length > 1 ? all : []) {
    const request = await requests.filled(row, way, way.variant);
    const before = await loopCpu(pid);
    await requests.callerOf(row)(request);
    const ms = (await loopCpu(pid)) - before;
    if (ms > worst.ms) worst = { ms, way };
  }
  return worst.way;
}

async function measure(bench: Bench, row: Row): Promise<Cost> {
  const { requests, light, pid } = bench;
  await requests.prove();
  const way = await costliest(bench, row);
  await pause(SECONDS * 500);
  await light.take();
  await pause(SECONDS * 500);
  const quiet = p95(await light.take());
  await bench.longestTurn();
  const own: number[] = [];
  const until = performance.now() + SECONDS * 1_000;
  let busy = 0;
  let last: ApiAnswer | undefined;
  while (performance.now() < until) {
    const request = way === undefined ? requests.plain(row) : await requests.filled(row, way, way.variant);
    const before = await loopCpu(pid);
    const sentAt = performance.now();
    last = await requests.callerOf(row)(request);
    own.push(performance.now() - sentAt);
    busy += (await loopCpu(pid)) - before;
  }
  const during = p95(await light.take());
  const turn = await bench.longestTurn();
  const calls = own.length;
  const isRefused = last === undefined || last.status >= 400;
  const answer = `${last?.status} ${isRefused ? (last?.json().reason ?? '') : ''}`;
  return { key: row.key, answer, isRefused, calls, own: p95(own), cpu: busy / calls, quiet, during, turn };
}

const ratioOf = ({ quiet, during }: Cost) => during / Math.max(FLOOR_MS, quiet);
const isTooCostly = (cost: Cost) => cost.during > MOST_MS || ratioOf(cost) > MOST_RATIO;

function line(cost: Cost): string {
  const of = (ms: number) => `${number(ms).padStart(6)} ms`;
  const { answer, calls, own, cpu, quiet, during, turn } = cost;
  const other = `other company p95 ${of(quiet)} -> ${of(during)}  ${number(ratioOf(cost), 1).padStart(5)} x`;
  const each = `${number(calls).padStart(5)} calls of ${of(own)}, CPU ${of(cpu)}, last ${answer}`;
  return `${other}   longest turn ${of(turn)}   ${each}`;
}

/** People, and registers full of identifiers. */
async function fillMore({ own, asA }: ThreeCompanies, requests: HostileRequests): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, n) => `M-${n},Meena ${n} Pillai,meena${n}@example.org\n`);
  const csv = `customer_id,name,email\n${people.join('')}`;
  const query = { companyId: own.companyId, purpose: 'kyc', fileName: 'more.csv' };
  await asA({ key: 'POST /imports', query, csv });
  const filling = { text: IDENTIFIERS, share: 1, items: 'same', which: 'free' } as const;
  for (const row of routes as readonly Row[])
    if (/^POST .(purposes|grievances|incidents|recipients|link-agreements)$/.test(row.key))
      for (let n = 0; n < ENTRIES; n++) await asA(await requests.filled(row, filling));
}

/** The three companies of the tests, in a vault process. */
async function inWorld(vault: VaultProcess): Promise<ThreeCompanies> {
  const database = await connectDatabase(vault.dataDir);
  try {
    return await threeCompanies({
      origin: vault.address,
      sql: async (text, values = []) => (await database.query(text, [...values])).rows,
      host: { drain: async () => undefined },
    });
  } finally {
    await database.end();
  }
}

async function measureCalls(vault: VaultProcess, turnPort: number): Promise<void> {
  const world = await inWorld(vault);
  const requests = hostileRequests(world);
  await fillMore(world, requests);
  const light = lightClient({
    address: vault.address,
    bearer: world.bearerB,
    path: `/individuals?companyId=${world.companyB}&limit=1`,
  });
  const pid = await launcherOf(vault.dataDir);
  const match = new RegExp(options.match);
  const rows = (routes as readonly Row[])
    .filter(({ key }) => !LEFT.has(key) && match.test(key))
    .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  const longestTurn = async () => Number(await (await fetch(`http://127.0.0.1:${turnPort}`)).text());
  const costs: Cost[] = [];
  for (const row of rows) {
    const cost = await measure({ requests, light, pid, longestTurn }, row);
    print(row.key, line(cost));
    costs.push(cost);
  }
  await light.stop();
  report(costs);
}

function report(costs: readonly Cost[]): void {
  print('', `the ${WORST} longest turns of the event loop`);
  const worst = costs.toSorted((a, b) => b.turn - a.turn).slice(0, WORST);
  for (const cost of worst) print(cost.key, line(cost));
  const namesOf = (some: readonly Cost[]) => some.map(({ key }) => key).join(', ') || 'none';
  // Of these calls only what precedes the refusal is measured.
  print('refused', namesOf(costs.filter(({ isRefused }) => isRefused)));
  const late = costs.filter(isTooCostly);
  print(`over ${MOST_RATIO} x or ${MOST_MS} ms`, namesOf(late));
  if (late.length > 0) process.exitCode = 1;
}

const turnPort = await freePort();
const vault = await startVaultProcess({
  env: {
    NODE_OPTIONS: `--import ${new URL('longest-turn.ts', import.meta.url)}`,
    LONGEST_TURN_PORT: String(turnPort),
    IDENTITY_PASSWORD_MEMORY_KIB: '64',
    TENANCY_WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    PIIVAULT_IP_LIMIT_PER_MINUTE: '10000000',
    VAULT_SEARCHES_PER_MINUTE: '10000000',
  },
});
try {
  await measureCalls(vault, turnPort);
} finally {
  await vault.stop();
}
