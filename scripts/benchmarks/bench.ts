import type { Client } from '@pii-vault/contract/client';
import type { VaultProcess } from '../tests/running-vault/vault-process.ts';
import type { HttpClient } from './http-client.ts';
import { type MatchingLag, watchMatching } from './matching-lag.ts';
import type { RawPostgres } from './raw-postgres.ts';
import { number, print } from './report.ts';
import type { SidePorts } from './side-ports.ts';
import { type Probed, withProbe } from './with-probe.ts';
import { betweenYardsticks, type Compared } from './yardstick.ts';

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Below the five seconds after which sessions and agreements count as invalid if their service does not answer. */
export const RAW_SECONDS = 3;

/** A vault to measure, and the tools for it. */
export interface Bench {
  readonly vault: VaultProcess;
  readonly side: SidePorts;
  readonly raw: RawPostgres;
  readonly http: HttpClient;
  readonly client: Client;
  readonly companyId: number;
}

type Rate = { readonly perSecond: number };

/** Measures `work` between two measurements of A: rows inserted and committed by plain PostgreSQL. */
export const besideA = <T extends Rate>(
  { vault, raw }: Bench,
  work: () => Promise<T>,
): Promise<Compared<T>> => betweenYardsticks(vault.dataDir, 'A', () => raw.insert(RAW_SECONDS), work);

/** The same with B: rows read and audited. */
export const besideB = <T extends Rate>(
  { vault, raw }: Bench,
  work: () => Promise<T>,
): Promise<Compared<T>> => betweenYardsticks(vault.dataDir, 'B', () => raw.readAndAudit(RAW_SECONDS), work);

/** Measures `work` while another client sends small requests. */
export async function probed<T extends Rate>(
  { http, side, companyId }: Bench,
  work: () => Promise<T>,
): Promise<T & Pick<Probed<T>, 'probe' | 'loop'>> {
  const small = () => http.send('GET', `/individuals?companyId=${companyId}&limit=1`);
  const { of, ...others } = await withProbe(small, side, work);
  return { ...of, ...others };
}

/** Watches the lag of matching for changes made after `since`, until every person is matched. */
export const lagNow = async ({ vault }: Bench, since: Date): Promise<MatchingLag> =>
  await (await watchMatching(vault.dataDir, since))();

export const printLag = ({ most, drain }: MatchingLag, note = ''): void =>
  print('   lag of matching', `at most ${number(most, 1)} s, all matched after ${number(drain, 1)} s${note}`);
