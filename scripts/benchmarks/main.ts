import { generate } from '@pii-vault/all/demo/generate';
import { createClient } from '@pii-vault/contract/client';
import { fillCompany } from '../e2e/partner.ts';
import { startVaultProcess } from '../e2e/vault-process.ts';
import { httpClient } from './http-client.ts';
import { importRate, readIds, smallImports } from './imports.ts';
import type { Measured } from './load.ts';
import { measureRawPostgres } from './raw-postgres.ts';
import { batchCreates, bulkReveals, singleCreates, singleReveals } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const IMPORT_ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 20_000);

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function line(what: string, { perSecond, p50, p99, failed }: Measured, ratio?: string): void {
  const latency = `p50 ${number(p50, 2).padStart(8)} ms   p99 ${number(p99, 2).padStart(8)} ms`;
  const rest = `${ratio === undefined ? '' : `   ${ratio}`}${failed > 0 ? `   ${failed} FAILED` : ''}`;
  process.stdout.write(`${what.padEnd(38)} ${number(perSecond).padStart(9)}/s   ${latency}${rest}\n`);
}

async function main(): Promise<void> {
  const raw = await measureRawPostgres(Math.max(3, SECONDS / 2));
  line('A  raw insert, 16 connections', raw.insert);
  line('B  raw read and audit, 16 connections', raw.readAndAudit);
  const vault = await startVaultProcess();
  try {
    const { bearer, companyId } = await fillCompany(vault.address);
    const http = httpClient(vault.address, bearer);
    const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
    const { files } = generate({ seed: 11, companies: [{ code: 'BENCH' }], rowsPerCompany: IMPORT_ROWS });
    const rows = files[0]?.rows ?? [];
    const A = (rate: number) => `${(rate / raw.insert.perSecond).toFixed(3)} A`;
    const B = (rate: number) => `${(rate / raw.readAndAudit.perSecond).toFixed(3)} B`;

    const imported = await importRate(client, companyId, rows);
    process.stdout.write(
      `${`import of ${number(rows.length)} people`.padEnd(38)} ${number(imported).padStart(9)}/s\n`,
    );
    line('imports of 1,000, people', await smallImports(client, companyId, rows, SECONDS));
    const ids = await readIds(client, companyId, 2_000);
    const reveal1 = await singleReveals(http, companyId, ids, 1, SECONDS);
    line('single reveal, 1 connection', reveal1, B(reveal1.perSecond));
    const reveal16 = await singleReveals(http, companyId, ids, 16, SECONDS);
    line('single reveal, 16 connections', reveal16, B(reveal16.perSecond));
    const bulk = await bulkReveals(http, companyId, ids, SECONDS);
    line('bulk reveal, values', bulk);
    const create = await singleCreates(http, companyId, rows, SECONDS);
    line('single create, 16 connections', create, A(create.perSecond));
    const batch = await batchCreates(http, companyId, rows, SECONDS);
    line('batch create, people', batch);
    http.close();
  } finally {
    await vault.stop();
  }
}

await main();
