import type { Client } from '@pii-vault/contract/client';
import type { VaultProcess } from '../running-vault/vault-process.ts';
import type { HttpClient } from './http-client.ts';
import { type MatchingLag, watchMatching } from './matching-lag.ts';
import type { RawPostgres } from './raw-postgres.ts';
import { number, print } from './report.ts';
import type { SidePorts } from './side-ports.ts';
import { type Probed, withProbe } from './with-probe.ts';
import { betweenYardsticks, type Compared } from './yardstick.ts';

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Less than the five seconds without an answer from their owners after which sessions and agreements count for nothing. */
export const RAW_SECONDS = 3;

/** A vault that is measured, and what it is measured with. */
export interface Bench {
  readonly vault: VaultProcess;
  readonly side: SidePorts;
  readonly raw: RawPostgres;
  readonly http: HttpClient;
  readonly client: Client;
  readonly companyId: number;
}

type Rate = { readonly perSecond: number };

/** Measures `work` between two looks at A, rows inserted and committed. */
export const besideA = <T extends Rate>(
  { vault, raw }: Bench,
  work: () => Promise<T>,
): Promise<Compared<T>> => betweenYardsticks(vault.dataDir, 'A', () => raw.insert(RAW_SECONDS), work);

/** The same at B, rows read and audited. */
export const besideB = <T extends Rate>(
  { vault, raw }: Bench,
  work: () => Promise<T>,
): Promise<Compared<T>> => betweenYardsticks(vault.dataDir, 'B', () => raw.readAndAudit(RAW_SECONDS), work);

/** Measures `work` while somebody else sends small requests. */
export async function probed<T extends Rate>(
  { http, side, companyId }: Bench,
  work: () => Promise<T>,
): Promise<T & Pick<Probed<T>, 'probe' | 'loop'>> {
  const small = () => http.send('GET', `/individuals?companyId=${companyId}&limit=1`);
  const { of, ...others } = await withProbe(small, side, work);
  return { ...of, ...others };
}

/** How far matching is behind from now on with what happened `since`, when everybody is matched. */
export const lagNow = async ({ vault }: Bench, since: Date): Promise<MatchingLag> =>
  await (await watchMatching(vault.dataDir, since))();

export const printLag = ({ most, drain }: MatchingLag, note = ''): void =>
  print(
    '   matching behind by',
    `${number(most, 1)} s at most, all matched ${number(drain, 1)} s later${note}`,
  );
