import { type Bench, besideA, lagNow, printLag, probed, SECONDS } from './bench.ts';
import { watchMatching } from './matching-lag.ts';
import { type NextPerson, newPeople } from './new-people.ts';
import { printMeasured, printProbe, printWarmUp } from './report.ts';
import { batchCreates, singleCreates } from './workloads.ts';

const CREATE_SECONDS = Number(process.env.BENCH_CREATE_SECONDS ?? 60);

/** Creates people one by one, in batches, and one by one with a shared phone, which fills one blocking bucket. */
export async function measureCreates(bench: Bench): Promise<void> {
  const next = newPeople(12);
  await measureSingles(bench, next, CREATE_SECONDS, '16 connections');
  const { of, ratio } = await besideA(bench, async () => {
    const since = new Date();
    const batches = await probed(bench, () => batchCreates(bench.http, bench.companyId, next, SECONDS));
    return { ...batches, lag: await lagNow(bench, since) };
  });
  printMeasured('batch create, people', of, ratio);
  printWarmUp(of);
  printProbe(of);
  printLag(of.lag);
  await measureSingles(bench, newPeople(13, 'phone'), SECONDS, 'all with one phone');
}

async function measureSingles(bench: Bench, next: NextPerson, seconds: number, what: string): Promise<void> {
  const { of, ratio } = await besideA(bench, async () => {
    const matched = await watchMatching(bench.vault.dataDir);
    const create = await singleCreates(bench.http, bench.companyId, next, seconds);
    return { ...create, lag: await matched() };
  });
  printMeasured(`single create, ${what}, ${seconds} s`, of, ratio);
  printWarmUp(of);
  printLag(of.lag);
}
