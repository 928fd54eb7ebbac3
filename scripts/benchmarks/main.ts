import { parseArgs } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { freePort } from '@pii-vault/platform/db/embedded-postgres';
import { fillCompany } from '../e2e/partner.ts';
import { startVaultProcess, type VaultProcess } from '../e2e/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { importRate, readIds, smallImports } from './imports.ts';
import { watchMatching } from './matching-lag.ts';
import { type NextPerson, newPeople, newRows } from './new-people.ts';
import { loopDelay, memoryOf } from './process-figures.ts';
import { measureRawPostgres } from './raw-postgres.ts';
import { loopText, number, print, printMeasured } from './report.ts';
import { batchCreates, bulkReveals, singleCreates, singleReveals } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CREATE_SECONDS = Number(process.env.BENCH_CREATE_SECONDS ?? 60);
const IMPORT_ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 20_000);
const SETTLE_MS = 10_000;

const { values: options } = parseArgs({
  options: { topology: { type: 'string', default: 'embedded' }, only: { type: 'string' } },
});

type Part = 'import' | 'reveal' | 'create';
const isWanted = (part: Part) => options.only === undefined || options.only.split(',').includes(part);

/** What one vault is measured by. */
async function measureVault(vault: VaultProcess, metrics: string | undefined, A: Ratio, B: Ratio) {
  const { bearer, companyId } = await fillCompany(vault.address);
  const http = httpClient(vault.address, bearer);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  const rows = newRows(11, IMPORT_ROWS);
  const late = async () => (metrics === undefined ? '' : loopText(await loopDelay(metrics)));
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  print(
    'memory idle, PostgreSQL included',
    `${number((await memoryOf(vault.dataDir)) / 1e6).padStart(9)} MB`,
  );

  await late();
  const imported = await importRate(client, companyId, rows);
  print(`import of ${number(rows.length)} people`, `${number(imported).padStart(9)}/s   ${await late()}`);
  if (isWanted('import')) {
    const small = await smallImports(client, companyId, SECONDS);
    printMeasured('imports of 1,000, people', small, await late());
  }
  if (options.topology === 'embedded') {
    // What the imports left to be matched is not the reveals' doing.
    const { most, drain } = await (await watchMatching(vault.dataDir))();
    print('   matching behind by', `${number(most, 1)} s, nothing ${number(drain, 1)} s later`);
  }
  const ids = await readIds(client, companyId, 2_000);
  if (isWanted('reveal')) {
    for (const connections of [1, 16]) {
      const reveal = await singleReveals(http, companyId, ids, connections, SECONDS);
      printMeasured(`single reveal, ${connections} connection(s)`, reveal, B(reveal.perSecond));
    }
    printMeasured('bulk reveal, values', await bulkReveals(http, companyId, ids, SECONDS), await late());
  }
  if (isWanted('create')) await measureCreates(vault, http, companyId, late, A);
  http.close();
}

type Ratio = (perSecond: number) => string;

/** New people one by one, all at once, and one by one with one phone among them all: what crowds a bucket. */
async function measureCreates(
  vault: VaultProcess,
  http: HttpClient,
  companyId: number,
  late: () => Promise<string>,
  A: Ratio,
): Promise<void> {
  const singles = async (next: NextPerson, seconds: number, what: string) => {
    const matched = options.topology === 'embedded' ? await watchMatching(vault.dataDir) : undefined;
    const create = await singleCreates(http, companyId, next, seconds);
    printMeasured(`single create, ${what}, ${seconds} s`, create, A(create.perSecond));
    const lag = await matched?.();
    if (lag !== undefined)
      print(
        '   matching behind by',
        `${number(lag.most, 1)} s at most, nothing ${number(lag.drain, 1)} s later`,
      );
  };
  const next = newPeople(12);
  await singles(next, CREATE_SECONDS, '16 connections');
  await late();
  printMeasured('batch create, people', await batchCreates(http, companyId, next, SECONDS), await late());
  await singles(newPeople(13, 'phone'), SECONDS, 'all with one phone');
}

async function main(): Promise<void> {
  const { topology } = options;
  if (topology !== 'embedded' && topology !== 'apart') throw new Error('--topology is embedded or apart');
  const raw = await measureRawPostgres(Math.max(3, SECONDS / 2));
  printMeasured('A  raw insert, 16 connections', raw.insert);
  printMeasured('B  raw read and audit, 16 connections', raw.readAndAudit);
  const metricsPort = topology === 'embedded' ? await freePort() : undefined;
  const env: Record<string, string> =
    metricsPort === undefined ? {} : { PIIVAULT_METRICS_PORT: String(metricsPort) };
  const vault = await startVaultProcess({ topology, env });
  try {
    await measureVault(
      vault,
      metricsPort === undefined ? undefined : `http://127.0.0.1:${metricsPort}`,
      (rate) => `${(rate / raw.insert.perSecond).toFixed(3)} A`,
      (rate) => `${(rate / raw.readAndAudit.perSecond).toFixed(3)} B`,
    );
  } finally {
    await vault.stop();
  }
}

await main();
