import { parseArgs } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { startSpanCounter } from '../tests/running-vault/collector.ts';
import { setUpCompany } from '../tests/running-vault/set-up-company.ts';
import { startVaultProcess, type Topology, type VaultProcess } from '../tests/running-vault/vault-process.ts';
import { RAW_SECONDS } from './bench.ts';
import { httpClient } from './http-client.ts';
import { readIds } from './imports.ts';
import { measureCreates, measureLargeImport, measureReveals, measureSmallImports } from './measures.ts';
import { memoryOf } from './process-figures.ts';
import { type RawPostgres, startRawPostgres } from './raw-postgres.ts';
import { number, print, printMeasured } from './report.ts';
import { type SidePorts, sidePorts } from './side-ports.ts';

const SETTLE_MS = 10_000;

const { values: options } = parseArgs({
  options: { topology: { type: 'string', default: 'embedded' }, only: { type: 'string' } },
});

type Part = 'import' | 'reveal' | 'create';
const isWanted = (part: Part) => options.only === undefined || options.only.split(',').includes(part);

/** Runs all workloads on one vault. */
async function measureVault(vault: VaultProcess, side: SidePorts, raw: RawPostgres): Promise<void> {
  const { bearer, companyId } = await setUpCompany(vault.address);
  const http = httpClient(vault.address, bearer);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  print(
    'memory idle, PostgreSQL included',
    `${number((await memoryOf(vault.dataDir)) / 1e6).padStart(9)} MB`,
  );
  const bench = { vault, side, raw, http, client, companyId };
  await measureLargeImport(bench, 11, 'cold');
  if (isWanted('import')) {
    await measureSmallImports(bench);
    await measureLargeImport(bench, 14, 'warm');
  }
  if (isWanted('reveal')) await measureReveals(bench, await readIds(client, companyId, 2_000));
  if (isWanted('create')) await measureCreates(bench);
  http.close();
}

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
  print('yardstick', raw.about);
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
  // The default sampling rate is a tenth of the requests.
  print('spans collected', number(collector.count()));
}

await main();
