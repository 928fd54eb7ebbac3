import { createClient } from '@pii-vault/contract/client';
import type { VaultProcess } from '../e2e/vault-process.ts';
import { connectTo } from './database.ts';
import { explainStatements, forgetSettings, planReader } from './explained.ts';
import { type Call, type ListTargets, listCalls } from './list-calls.ts';
import { latencies } from './load.ts';
import { number, print } from './report.ts';
import type { World } from './world/prepare-world.ts';

const CALLS = Number(process.env.BENCH_CALLS ?? 15);
const DEEP_PAGES = Number(process.env.BENCH_DEEP_PAGES ?? 40);
/** Of p50; a page and every figure. */
const BOUND_MS = 50;

interface Connection {
  readonly address: string;
  readonly bearer: string;
}

export interface ListOptions {
  /** Whose plans are printed: 'late', 'all' or 'none'. */
  readonly plans: string;
  /** What the names of the calls that are measured match. */
  readonly match: RegExp;
}

/** One call by one connection. @returns ms, and the page behind it */
async function call(
  { address, bearer }: Connection,
  path: string,
): Promise<{ ms: number; next: string | undefined }> {
  const begin = performance.now();
  const response = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  const next = /<\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { ms: performance.now() - begin, next };
}

async function timed(connection: Connection, path: string) {
  await call(connection, path);
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) times.push((await call(connection, path)).ms);
  return latencies(times);
}

/** The page behind `DEEP_PAGES` of the longest ones; undefined when the list is shorter. */
async function deepPage(connection: Connection, path: string): Promise<string | undefined> {
  if ((await call(connection, path)).next === undefined) return undefined;
  const longest = (at: string) => `${at}${at.includes('?') ? '&' : '?'}limit=200`;
  let at: string | undefined = longest(path);
  for (let page = 0; page < DEEP_PAGES && at !== undefined; page += 1) at = (await call(connection, at)).next;
  return at?.replace(/([?&])limit=200&?/, '$1');
}

/** Prints, for every list, how long its first and a deep page take, and how PostgreSQL read those that are late. */
export async function measureLists(
  vault: VaultProcess,
  world: World,
  options: ListOptions,
): Promise<boolean> {
  const calls = listCalls(await targetsOf(vault, world)).filter(({ name }) => options.match.test(name));
  const connectionOf = ({ viewer }: Call) => ({ address: vault.address, bearer: world.viewers[viewer] });
  const late: Call[] = [];
  print(`${number(world.people)} people`, 'first page p50, p99; deep page p50, p99; ms');
  for (const one of calls) {
    const slowest = await measureCall(connectionOf(one), one);
    if (slowest > BOUND_MS) late.push(one);
  }
  const explained = options.plans === 'late' ? late : options.plans === 'all' ? calls : [];
  if (explained.length > 0) await printPlans(vault, explained, connectionOf);
  print(`over ${BOUND_MS} ms`, late.length === 0 ? 'none' : late.map(({ name }) => name).join(', '));
  return late.length === 0;
}

async function targetsOf(vault: VaultProcess, { companyId, viewers }: World): Promise<ListTargets> {
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => viewers.all });
  const [person] = await client.call('GET /individuals', { query: { companyId, limit: 1 } });
  const imports = await client.call('GET /imports', { query: { companyId, limit: 200 } });
  const [webhook] = await client.call('GET /webhooks', { query: { companyId } });
  const file = imports.toSorted((a, b) => a.id - b.id)[0];
  if (person === undefined || file === undefined || webhook === undefined)
    throw new Error('Nothing is there');
  const ids = { importId: file.id, individualId: person.id, webhookId: webhook.id };
  return { ...ids, companyId, masterKey: person.masterKey };
}

/** @returns the slower p50 of both pages, ms */
async function measureCall(connection: Connection, { name, path }: Call): Promise<number> {
  const first = await timed(connection, path);
  const deep = await deepPage(connection, path);
  const behind = deep === undefined ? undefined : await timed(connection, deep);
  const text = (one: { p50: number; p99: number }) =>
    `${number(one.p50, 1).padStart(7)} ${number(one.p99, 1).padStart(7)}`;
  print(name.padEnd(58), `${text(first)}   ${behind === undefined ? '' : text(behind)}`);
  return Math.max(first.p50, behind?.p50 ?? 0);
}

async function printPlans(
  vault: VaultProcess,
  calls: readonly Call[],
  connectionOf: (one: Call) => Connection,
): Promise<void> {
  const database = await connectTo(vault.dataDir);
  try {
    const plans = planReader(vault.dataDir);
    await explainStatements(database);
    for (const one of calls) {
      // The services open their connections again.
      await call(connectionOf(one), one.path).catch(() => undefined);
      await plans();
      const told = await call(connectionOf(one), one.path).then(plans, (error: Error) => [error.message]);
      print(`plan of ${one.name}`, '');
      for (const line of told.filter((each) => !LOOP.test(each))) print('', line);
    }
  } finally {
    await forgetSettings(database);
    await database.end();
  }
}

/** What goes on beside a call: outboxes, consumers, jobs. */
const LOOP = /outbox|inbox|leases?\b|match_|_changes_pkey.*Delete|bus_|log_pkey/;
