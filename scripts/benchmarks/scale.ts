import { parseArgs } from 'node:util';
import { generate } from '@pii-vault/all/demo/generate';
import type { PersonRow } from '@pii-vault/all/demo/record';
import { createClient } from '@pii-vault/contract/client';
import { fillCompany } from '../e2e/partner.ts';
import { startVaultProcess } from '../e2e/vault-process.ts';
import { connectTo } from './database.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { importRate, readIds } from './imports.ts';
import { type Measured, measure } from './load.ts';
import { multiplyPeople } from './multiply-people.ts';
import { number, print, printMeasured } from './report.ts';
import { measureLists } from './scale-lists.ts';
import { singleCreates, singleReveals } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const FIRST = 10_000;
const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '10000,1000000' },
    only: { type: 'string', default: 'lists,calls' },
  },
});
const isWanted = (part: 'lists' | 'calls') => options.only.split(',').includes(part);

interface Company {
  readonly http: HttpClient;
  readonly companyId: number;
  readonly ids: readonly number[];
  readonly rows: readonly PersonRow[];
}

/** One connection, so that a figure is the call's own time and nobody's queue. */
async function measureAll({ http, companyId, ids, rows }: Company): Promise<Map<string, Measured>> {
  const emails = rows.map((row) => row.email).filter((email) => email !== '');
  const list = () => http.send('GET', `/individuals?companyId=${companyId}&limit=50`);
  const search = () => {
    const value = emails[Math.floor(Math.random() * emails.length)];
    return http.send('POST', '/pii-search', { companyId, fieldType: 'email', value });
  };
  const once = (send: () => Promise<string>) => measure(1, SECONDS, async () => send().then(() => 1));
  return new Map([
    ['list', await once(list)],
    ['search', await once(search)],
    ['create', await singleCreates(http, companyId, rows, SECONDS, 1)],
    ['reveal', await singleReveals(http, companyId, ids, 1, SECONDS)],
  ]);
}

async function scaleCalls(sizes: readonly number[]): Promise<void> {
  const vault = await startVaultProcess({ env: { VAULT_SEARCHES_PER_MINUTE: '10000000' } });
  try {
    const { bearer, companyId } = await fillCompany(vault.address);
    const http = httpClient(vault.address, bearer);
    const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
    const { files } = generate({ seed: 11, companies: [{ code: 'BENCH' }], rowsPerCompany: FIRST });
    const rows = files[0]?.rows ?? [];
    await importRate(client, companyId, rows);
    const company = { http, companyId, rows, ids: await readIds(client, companyId, 2_000) };
    const database = await connectTo(vault.dataDir);
    let before: Map<string, Measured> | undefined;
    for (const size of sizes) {
      if (size > FIRST) await multiplyPeople(database, companyId, size);
      print(`${number(size)} people`, '');
      const figures = await measureAll(company);
      for (const [call, figure] of figures) {
        const base = before?.get(call)?.p50;
        const ratio = base === undefined ? '' : `${(figure.p50 / base).toFixed(2)} × the first`;
        printMeasured(`   ${call}, 1 connection`, figure, ratio);
      }
      before ??= figures;
    }
    await database.end();
    http.close();
  } finally {
    await vault.stop();
  }
}

/** Every list over as many people as the largest size. */
async function scaleLists(people: number): Promise<void> {
  const vault = await startVaultProcess();
  try {
    if (!(await measureLists(vault, people))) process.exitCode = 1;
  } finally {
    await vault.stop();
  }
}

const sizes = options.people.split(',').map(Number);
if (isWanted('lists')) await scaleLists(Math.max(...sizes));
if (isWanted('calls')) await scaleCalls(sizes);
