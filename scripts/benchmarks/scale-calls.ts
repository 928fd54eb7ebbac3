import type { PersonRow } from '@pii-vault/all/demo/record';
import { createClient } from '@pii-vault/contract/client';
import type { VaultProcess } from '../e2e/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { readIds } from './imports.ts';
import { type Measured, measure } from './load.ts';
import { type NextPerson, newPeople } from './new-people.ts';
import { number, print, printMeasured } from './report.ts';
import { singleCreates, singleReveals } from './workloads.ts';
import { importedPeople, type World } from './world/prepare-world.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Of p50, against the smallest size. */
const BOUND = 1.3;

type InWorld = (
  people: number,
  work: (vault: VaultProcess, world: World) => Promise<Map<string, Measured>>,
) => Promise<Map<string, Measured>>;

/** List, search, create and reveal of one person at each size. @returns whether none takes much longer than at the first */
export async function scaleCalls(sizes: readonly number[], inWorld: InWorld): Promise<boolean> {
  let first: Map<string, Measured> | undefined;
  const late: string[] = [];
  for (const size of sizes) {
    const figures = await inWorld(size, measureAll);
    print(`${number(size)} people`, '');
    for (const [call, figure] of figures) {
      const ratio = figure.p50 / (first?.get(call)?.p50 ?? figure.p50);
      const text = first === undefined ? '' : `${ratio.toFixed(2)} × the first`;
      printMeasured(`   ${call}, 1 connection`, figure, text);
      if (ratio > BOUND) late.push(`${call} at ${number(size)}`);
    }
    first ??= figures;
  }
  print(`over ${BOUND} × the first`, late.length === 0 ? 'none' : late.join(', '));
  return late.length === 0;
}

async function measureAll(vault: VaultProcess, world: World): Promise<Map<string, Measured>> {
  const { companyId } = world;
  const bearer = world.viewers.all;
  const http = httpClient(vault.address, bearer);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  // People of another seed than those that are there: who comes again is work for the matcher, whatever the size.
  const fresh = newPeople(Date.now() % 1_000_000);
  const known = importedPeople();
  const ids = await readIds(client, companyId, 2_000);
  const figures = await measureCalls(http, companyId, { fresh, known, ids });
  http.close();
  return figures;
}

interface People {
  readonly fresh: NextPerson;
  readonly known: readonly PersonRow[];
  readonly ids: readonly number[];
}

/** One connection, so that a figure is the call's own time and nobody's queue. */
async function measureCalls(http: HttpClient, companyId: number, { fresh, known, ids }: People) {
  const emails = known.flatMap((row) => (row.email === '' ? [] : [row.email]));
  const list = () => http.send('GET', `/individuals?companyId=${companyId}&limit=50`);
  const search = () => {
    const value = emails[Math.floor(Math.random() * emails.length)];
    return http.send('POST', '/pii-search', { companyId, fieldType: 'email', value });
  };
  const once = (send: () => Promise<string>) => measure(1, SECONDS, async () => send().then(() => 1));
  return new Map([
    ['list', await once(list)],
    ['search', await once(search)],
    ['create', await singleCreates(http, companyId, fresh, SECONDS, 1)],
    ['reveal', await singleReveals(http, companyId, ids, 1, SECONDS)],
  ]);
}
