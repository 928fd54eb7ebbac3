import { parseArgs } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { startSpanCounter } from '../running-vault/collector.ts';
import { setUpCompany } from '../running-vault/set-up-company.ts';
import { startVaultProcess, type Topology, type VaultProcess } from '../running-vault/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { importRate, readIds, smallImports } from './imports.ts';
import { type MatchingLag, watchMatching } from './matching-lag.ts';
import { type NextPerson, newPeople, newRows } from './new-people.ts';
import { memoryOf } from './process-figures.ts';
import { type RawPostgres, startRawPostgres } from './raw-postgres.ts';
import { number, print, printMeasured, printProbe } from './report.ts';
import { type SidePorts, sidePorts } from './side-ports.ts';
import { type Probed, withProbe } from './with-probe.ts';
import { batchCreates, bulkReveals, singleCreates, singleReveals } from './workloads.ts';
import { betweenYardsticks } from './yardstick.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CREATE_SECONDS = Number(process.env.BENCH_CREATE_SECONDS ?? 60);
const IMPORT_ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 20_000);
/** Less than the five seconds without an answer from their owners after which sessions and agreements count for nothing. */
const RAW_SECONDS = 3;
const SETTLE_MS = 10_000;

const { values: options } = parseArgs({
  options: { topology: { type: 'string', default: 'embedded' }, only: { type: 'string' } },
});

type Part = 'import' | 'reveal' | 'create';
const isWanted = (part: Part) => options.only === undefined || options.only.split(',').includes(part);

/** What one vault is measured by. */
async function measureVault(vault: VaultProcess, side: SidePorts, raw: RawPostgres) {
  const { bearer, companyId } = await setUpCompany(vault.address);
  const http = httpClient(vault.address, bearer);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  const probed: WithProbe = (work) =>
    withProbe(() => http.send('GET', `/individuals?companyId=${companyId}&limit=1`), side, work);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  print(
    'memory idle, PostgreSQL included',
    `${number((await memoryOf(vault.dataDir)) / 1e6).padStart(9)} MB`,
  );

  const large = async (seed: number, what: string) => {
    const rows = newRows(seed, IMPORT_ROWS);
    const imported = await probed(() => importRate(client, companyId, rows));
    print(`import of ${number(rows.length)} people, ${what}`, `${number(imported.of).padStart(9)}/s`);
    printProbe(imported);
    // From its end: looking on costs what the import is measured by.
    const lag = await lagNow(vault);
    printLag(lag, `, ${number(rows.length / (rows.length / imported.of + lag.drain))}/s with that`);
  };
  await large(11, 'cold');
  if (isWanted('import')) {
    const small = await probed(() => smallImports(client, companyId, SECONDS));
    printMeasured('imports of 1,000, people', small.of);
    printProbe(small);
    await lagNow(vault);
    await large(14, 'warm');
  }
  const ids = await readIds(client, companyId, 2_000);
  if (isWanted('reveal')) {
    for (const connections of [1, 16]) {
      const { of, ratio } = await betweenYardsticks(
        vault.dataDir,
        'B',
        () => raw.readAndAudit(RAW_SECONDS),
        () => singleReveals(http, companyId, ids, connections, SECONDS),
      );
      printMeasured(`single reveal, ${connections} connection(s)`, of, ratio);
    }
    const bulk = await probed(() => bulkReveals(http, companyId, ids, SECONDS));
    printMeasured('bulk reveal, values', bulk.of);
    printProbe(bulk);
  }
  if (isWanted('create')) await measureCreates(vault, http, companyId, probed, raw);
  http.close();
}

type WithProbe = <T>(work: () => Promise<T>) => Promise<Probed<T>>;

/** New people one by one, all at once, and one by one with one phone among them all: what crowds a bucket. */
async function measureCreates(
  vault: VaultProcess,
  http: HttpClient,
  companyId: number,
  probed: WithProbe,
  raw: RawPostgres,
): Promise<void> {
  const singles = async (next: NextPerson, seconds: number, what: string) => {
    const { of, ratio } = await betweenYardsticks(
      vault.dataDir,
      'A',
      () => raw.insert(RAW_SECONDS),
      async () => {
        const matched = await watchMatching(vault.dataDir);
        const create = await singleCreates(http, companyId, next, seconds);
        return { ...create, lag: await matched() };
      },
    );
    printMeasured(`single create, ${what}, ${seconds} s`, of, ratio);
    printLag(of.lag);
  };
  const next = newPeople(12);
  await singles(next, CREATE_SECONDS, '16 connections');
  const batches = await probed(() => batchCreates(http, companyId, next, SECONDS));
  printMeasured('batch create, people', batches.of);
  printProbe(batches);
  printLag(await lagNow(vault));
  await singles(newPeople(13, 'phone'), SECONDS, 'all with one phone');
}

/** How far matching is behind from now on, when everybody is matched. */
const lagNow = async ({ dataDir }: VaultProcess) => await (await watchMatching(dataDir))();

const printLag = ({ most, drain }: MatchingLag, note = '') =>
  print(
    '   matching behind by',
    `${number(most, 1)} s at most, all matched ${number(drain, 1)} s later${note}`,
  );

async function main(): Promise<void> {
  const { topology } = options;
  if (topology !== 'embedded' && topology !== 'apart') throw new Error('--topology is embedded or apart');
  const raw = await startRawPostgres();
  try {
    await besideRaw(raw, topology);
  } finally {
    await raw.stop();
  }
}

async function besideRaw(raw: RawPostgres, topology: Topology): Promise<void> {
  printMeasured('A  raw insert, 16 connections', await raw.insert(RAW_SECONDS));
  printMeasured('B  raw read and audit, 16 connections', await raw.readAndAudit(RAW_SECONDS));
  const side = await sidePorts(topology);
  const collector = await startSpanCounter();
  const vault = await startVaultProcess({
    topology,
    env: { ...side.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
  });
  try {
    await measureVault(vault, side, raw);
  } finally {
    await vault.stop().finally(() => collector.stop());
  }
  // A tenth of the requests, as by default.
  print('spans collected', number(collector.count()));
}

await main();
