import type { PersonRow } from '@pii-vault/all/demo-data/person-row';
import { createClient } from '@pii-vault/contract/client';
import type { VaultProcess } from '../tests/running-vault/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { readIds } from './imports.ts';
import { type Measured, measure } from './load.ts';
import { watchMatching } from './matching-lag.ts';
import { type NextPerson, newPeople } from './new-people.ts';
import { number, print } from './report.ts';
import { singleCreates, singleReveals } from './workloads.ts';
import { importedPeople, type World } from './world/prepare-world.ts';

/** Seconds per call and size, over all rounds. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Maximum ratio of p50 to p50 at the smallest size. */
const BOUND = 1.3;

type Calls = Readonly<Record<string, (seconds: number) => Promise<Measured>>>;

/** A vault to measure, and the p50 of each round per call, ms. */
interface Asked {
  readonly people: number;
  readonly dataDir: string;
  readonly http: HttpClient;
  readonly calls: Calls;
  readonly rounds: Map<string, number[]>;
}

/**
 * Lists, searches, reveals and creates one person at each size. All vaults run and are measured in alternation, so that
 * other load affects all equally. The first round fills caches and does not count. Waits until created people are
 * matched before it measures the next vault.
 * @returns whether every call's median p50 stays within BOUND times that of the first size
 */
export async function scaleCalls(
  worlds: readonly { readonly vault: VaultProcess; readonly world: World }[],
): Promise<boolean> {
  const asked = await Promise.all(worlds.map(({ vault, world }) => prepare(vault, world)));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const one of round % 2 === 0 ? asked : asked.toReversed()) await askOnce(one, round > 0);
  for (const { http } of asked) http.close();
  return report(asked);
}

async function prepare(vault: VaultProcess, { people, companyId, viewers }: World): Promise<Asked> {
  const bearer = viewers.all;
  const http = httpClient(vault.address, bearer);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  // A seed different from that of the stored people: duplicates would cost the matcher extra work.
  const fresh = newPeople(Date.now() % 1_000_000);
  const ids = await readIds(client, companyId, 2_000);
  const calls = callsOf(http, companyId, { fresh, known: importedPeople(), ids });
  return { people, dataDir: vault.dataDir, http, calls, rounds: new Map() };
}

interface People {
  readonly fresh: NextPerson;
  readonly known: readonly PersonRow[];
  readonly ids: readonly number[];
}

/** Short, because earlier rounds have warmed up the vault. */
const warmUp = (seconds: number) => seconds / 10;

/** One connection, so that times contain no queueing. */
function callsOf(http: HttpClient, companyId: number, { fresh, known, ids }: People): Calls {
  const emails = known.flatMap((row) => (row.email === '' ? [] : [row.email]));
  const list = () => http.send('GET', `/individuals?companyId=${companyId}&limit=50`);
  const search = () => {
    const value = emails[Math.floor(Math.random() * emails.length)];
    return http.send('POST', '/pii-search', { companyId, fieldType: 'email', value, purpose: 'kyc' });
  };
  const once = (send: () => Promise<string>) => (seconds: number) =>
    measure(1, seconds, async () => send().then(() => 1), warmUp(seconds));
  return {
    list: once(list),
    search: once(search),
    reveal: (seconds) => singleReveals(http, companyId, ids, 1, seconds, warmUp(seconds)),
    create: (seconds) => singleCreates(http, companyId, fresh, seconds, 1, warmUp(seconds)),
  };
}

async function askOnce({ dataDir, calls, rounds }: Asked, counts: boolean): Promise<void> {
  const untilMatched = await watchMatching(dataDir);
  for (const [name, call] of Object.entries(calls)) {
    const { p50, failed } = await call(SECONDS / ROUNDS);
    if (failed > 0) throw new Error(`${name}: ${failed} calls failed`);
    if (counts) rounds.set(name, [...(rounds.get(name) ?? []), p50]);
  }
  await untilMatched();
}

function report(asked: readonly Asked[]): boolean {
  const [first] = asked;
  const late: string[] = [];
  for (const { people, rounds } of asked) {
    print(`${number(people)} people`, `p50 of ${ROUNDS} rounds: median, lowest and highest; ms`);
    for (const [name, times] of rounds) {
      const sorted = times.toSorted((a, b) => a - b);
      const ratio = middle(times) / middle(first?.rounds.get(name) ?? times);
      const text = [middle(times), sorted[0] ?? 0, sorted.at(-1) ?? 0].map((ms) => number(ms, 2).padStart(7));
      print(`   ${name}, 1 connection`, `${text.join(' ')}   ${ratio.toFixed(2)} × the first`);
      if (ratio > BOUND) late.push(`${name} at ${number(people)}`);
    }
  }
  print(`over ${BOUND} × the first`, late.length === 0 ? 'none' : late.join(', '));
  return late.length === 0;
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
