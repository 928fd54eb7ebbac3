import { generate } from '@pii-vault/all/demo/generate';
import { type Client, createClient } from '@pii-vault/contract/client';
import type pg from 'pg';
import { fillCompany } from '../e2e/partner.ts';
import type { VaultProcess } from '../e2e/vault-process.ts';
import { connectTo } from './database.ts';
import { explainStatements, planReader } from './explained.ts';
import { fillLists, type Ids } from './fill-lists.ts';
import { importRate } from './imports.ts';
import { type ListTargets, listCalls } from './list-calls.ts';
import { latencies } from './load.ts';
import { number, print } from './report.ts';

const FIRST = 2_000;
const CALLS = 15;
const DEEP_PAGES = 40;
const BOUND_MS = 50;

interface Connection {
  readonly address: string;
  readonly bearer: string;
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

/** Fills a vault and prints, for every list, how long its first and a deep page take, and how PostgreSQL read them. */
export async function measureLists(vault: VaultProcess, people: number): Promise<boolean> {
  const { bearer, companyId } = await fillCompany(vault.address);
  const connection = { address: vault.address, bearer };
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  const other = await client.call('POST /companies', {
    body: { name: 'Other', code: 'OTHER', tier: 'secondary', status: 'active' },
  });
  const agreement = await client.call('POST /link-agreements', {
    body: { companyId, otherCompanyId: other.id, purpose: 'kyc', includeAadhaar: false },
  });
  const { files } = generate({ seed: 11, companies: [{ code: 'BENCH' }], rowsPerCompany: FIRST });
  await importRate(client, companyId, files[0]?.rows ?? []);
  await client.call('POST /compliance/run', { body: { companyId } });
  const database = await connectTo(vault.dataDir);
  try {
    const ids = { companyId, otherCompanyId: other.id, agreementId: agreement.id };
    await fill(database, ids, people);
    const calls = listCalls(await targetsOf(client, companyId));
    const late = await measureCalls(connection, calls);
    await explainStatements(database);
    await printPlans(connection, calls, planReader(vault.dataDir));
    print('over 50 ms', late.length === 0 ? 'none' : late.join(', '));
    return late.length === 0;
  } finally {
    await database.end();
  }
}

async function fill(database: pg.Client, ids: Ids, people: number): Promise<void> {
  const begin = performance.now();
  await fillLists(database, ids, { people, edges: people * 0.4, entries: people });
  const seconds = (performance.now() - begin) / 1_000;
  print('lists filled', `${number(people)} people, in ${number(seconds)} s`);
}

async function targetsOf(client: Client, companyId: number): Promise<ListTargets> {
  const [person] = await client.call('GET /individuals', { query: { companyId, limit: 1 } });
  const [file] = await client.call('GET /imports', { query: { companyId } });
  if (person === undefined || file === undefined) throw new Error('Nothing was imported');
  return { companyId, importId: file.id, individualId: person.id, masterKey: person.masterKey };
}

async function measureCalls(
  connection: Connection,
  calls: readonly (readonly [string, string])[],
): Promise<string[]> {
  const late: string[] = [];
  for (const [name, path] of calls) {
    const first = await timed(connection, path);
    const deep = await deepPage(connection, path);
    const behind = deep === undefined ? undefined : await timed(connection, deep);
    const text = (one: { p50: number; p99: number }) =>
      `p50 ${number(one.p50, 1).padStart(7)}   p99 ${number(one.p99, 1).padStart(7)} ms`;
    print(name, `${text(first)}${behind === undefined ? '' : `   deep ${text(behind)}`}`);
    if (Math.max(first.p50, behind?.p50 ?? 0) > BOUND_MS) late.push(name);
  }
  return late;
}

async function printPlans(
  connection: Connection,
  calls: readonly (readonly [string, string])[],
  plans: () => Promise<string[]>,
): Promise<void> {
  // The services open their connections again.
  await call(connection, '/individuals').catch(() => undefined);
  for (const [name, path] of calls) {
    await plans();
    const told = await call(connection, path).then(plans, (error: Error) => [error.message]);
    print(`plan of ${name}`, '');
    for (const line of told.filter((one) => !LOOP.test(one))) print('', line);
  }
}

/** What goes on beside a call: outboxes, consumers, jobs. */
const LOOP = /outbox|inbox|leases?\b|match_|_changes_pkey.*Delete|bus_/;
