import { createClient } from '@pii-vault/contract/client';
import { connectDatabase } from '../tests/running-vault/database-access.ts';
import type { VaultProcess } from '../tests/running-vault/vault-process.ts';
import { explainStatements, forgetSettings, planReader } from './explained.ts';
import { type Call, type ListTargets, listCalls } from './list-calls.ts';
import { latencies } from './load.ts';
import { number, print } from './report.ts';
import { REAL_PEOPLE, type World } from './world/prepare-world.ts';

const CALLS = Number(process.env.BENCH_CALLS ?? 15);
const DEEP_PAGES = Number(process.env.BENCH_DEEP_PAGES ?? 40);
/** Maximum rows of a page. */
const LONGEST = 200;
/** Maximum depth for lists with decrypted values: copied rows cannot be decrypted. */
const OPENABLE_PAGES = Math.floor(REAL_PEOPLE / LONGEST) - 1;
/** Maximum p50 of a page or count, ms. */
const BOUND_MS = 50;
/** Ratio of a deep page to the first page from which the list is reported. */
const SLOW_RATIO = 1.5;

interface Connection {
  readonly address: string;
  readonly bearer: string;
}

export interface ListOptions {
  /** Calls whose plans are printed: 'late', 'all' or 'none'. */
  readonly plans: string;
  /** Measures only calls whose names match. */
  readonly match: RegExp;
}

/** Makes one call. @returns ms, and the path of the next page */
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

/** The path of a page after many pages of maximum length; undefined if the list is shorter. */
async function deepPage(connection: Connection, path: string): Promise<string | undefined> {
  if ((await call(connection, path)).next === undefined) return undefined;
  const longest = (at: string) => `${at}${at.includes('?') ? '&' : '?'}limit=${LONGEST}`;
  const pages = path.includes('externalIds') ? Math.min(DEEP_PAGES, OPENABLE_PAGES) : DEEP_PAGES;
  let at: string | undefined = longest(path);
  for (let page = 0; page < pages && at !== undefined; page += 1) at = (await call(connection, at)).next;
  return at?.replace(new RegExp(`([?&])limit=${LONGEST}&?`), '$1');
}

/** Prints, for every list, the times of its first and a deep page, and the plans of slow ones. */
export async function measureLists(
  vault: VaultProcess,
  world: World,
  options: ListOptions,
): Promise<boolean> {
  const calls = listCalls(await targetsOf(vault, world)).filter(({ name }) => options.match.test(name));
  const connectionOf = ({ viewer }: Call) => ({ address: vault.address, bearer: world.viewers[viewer] });
  print(`${number(world.people)} people`, 'first page p50, p99; deep page p50, p99; ms; deep : first');
  const measured: MeasuredCall[] = [];
  for (const one of calls) measured.push({ call: one, ...(await measureCall(connectionOf(one), one)) });
  printRatios(measured);
  const late = measured
    .filter(({ first, deep = 0 }) => Math.max(first, deep) > BOUND_MS)
    .map(({ call }) => call);
  const explained = options.plans === 'late' ? late : options.plans === 'all' ? calls : [];
  if (explained.length > 0) await printPlans(vault, explained, connectionOf);
  const names = late.map(({ name }) => name).join(', ');
  print(`over ${BOUND_MS} ms`, `${late.length} of ${calls.length}${names === '' ? '' : `: ${names}`}`);
  return late.length === 0;
}

/** p50 of the first page and, if the list is long enough, of a deep page; ms. */
interface MeasuredCall {
  readonly call: Call;
  readonly first: number;
  readonly deep: number | undefined;
}

/** Prints the ratio of deep pages to first pages. */
function printRatios(measured: readonly MeasuredCall[]): void {
  const ratios = measured.flatMap(({ call, first, deep }) =>
    deep === undefined ? [] : [{ name: call.name, ratio: deep / first }],
  );
  const sorted = ratios.toSorted((a, b) => a.ratio - b.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)]?.ratio ?? 1;
  const slower = sorted.filter(({ ratio }) => ratio > SLOW_RATIO);
  const names = slower.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', ');
  print('deep : first', `${middle.toFixed(2)} at the median of ${ratios.length} lists`);
  print(`deep over ${SLOW_RATIO} × the first`, names === '' ? 'none' : names);
}

async function targetsOf(vault: VaultProcess, { companyId, viewers }: World): Promise<ListTargets> {
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => viewers.all });
  const [person] = await client.call('GET /individuals', { query: { companyId, limit: 1 } });
  const imports = await client.call('GET /imports', { query: { companyId, limit: 200 } });
  const [webhook] = await client.call('GET /webhooks', { query: { companyId } });
  const file = imports.toSorted((a, b) => a.id - b.id)[0];
  if (person === undefined || file === undefined || webhook === undefined)
    throw new Error('The vault has no data');
  const { piiFields } = await client.call('GET /individuals/{id}', {
    params: { id: person.id },
    query: { companyId, purpose: 'kyc' },
  });
  // A user that every viewer sees.
  const [user] = await client.call('GET /users', { query: { companyId, limit: 1 } });
  const review = await client.call('POST /access-reviews', { body: { companyId, startOver: true } });
  const ids = {
    importId: file.id,
    individualId: person.id,
    webhookId: webhook.id,
    userId: user?.id ?? 0,
    reviewId: review.id,
  };
  return { ...ids, fieldId: piiFields[0]?.id ?? 0, companyId, masterKey: person.masterKey };
}

async function measureCall(
  connection: Connection,
  { name, path }: Call,
): Promise<Pick<MeasuredCall, 'first' | 'deep'>> {
  const first = await timed(connection, path);
  const page = await deepPage(connection, path);
  const deep = page === undefined ? undefined : await timed(connection, page);
  const text = (one: { p50: number; p99: number }) =>
    `${number(one.p50, 1).padStart(7)} ${number(one.p99, 1).padStart(7)}`;
  const behind = deep === undefined ? '' : `${text(deep)}   ${(deep.p50 / first.p50).toFixed(2)}`;
  print(name.padEnd(58), `${text(first)}   ${behind}`);
  return { first: first.p50, deep: deep?.p50 };
}

async function printPlans(
  vault: VaultProcess,
  calls: readonly Call[],
  connectionOf: (one: Call) => Connection,
): Promise<void> {
  const database = await connectDatabase(vault.dataDir);
  try {
    const plans = planReader(vault.dataDir);
    await explainStatements(database);
    for (const one of calls) {
      // Makes the services reopen their connections.
      await call(connectionOf(one), one.path).catch(() => undefined);
      await plans();
      const lines = await call(connectionOf(one), one.path).then(plans, (error: Error) => [error.message]);
      print(`plan of ${one.name}`, '');
      for (const line of lines.filter((each) => !LOOP.test(each))) print('', line);
    }
  } finally {
    await forgetSettings(database);
    await database.end();
  }
}

/** Plans of background work: outboxes, consumers, jobs. */
const LOOP = /outbox|inbox|leases?\b|match_|_changes_pkey.*Delete|bus_|log_pkey/;
