import { toCsv } from '@pii-vault/all/demo-data/generate';
import { type Bench, besideA, besideB, lagNow, printLag, probed, SECONDS } from './bench.ts';
import { importRate, smallImports } from './imports.ts';
import { watchMatching } from './matching-lag.ts';
import { type NextPerson, newPeople, newRows } from './new-people.ts';
import { number, print, printMeasured, printProbe, printWarmUp } from './report.ts';
import { batchCreates, bulkReveals, singleCreates, singleReveals } from './workloads.ts';

const IMPORT_ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 20_000);
const CREATE_SECONDS = Number(process.env.BENCH_CREATE_SECONDS ?? 60);

/** Imports one large file: time to the last row, and until all its people are matched. */
export async function measureLargeImport(bench: Bench, seed: number, what: string): Promise<void> {
  const rows = newRows(seed, IMPORT_ROWS);
  const csv = toCsv(rows);
  const { of, ratio } = await besideA(bench, async () => {
    const since = new Date();
    const imported = await probed(bench, () => importRate(bench.client, bench.companyId, csv));
    // After the import, because watching costs CPU.
    return { ...imported, lag: await lagNow(bench, since) };
  });
  const { perSecond, lag } = of;
  print(`import of ${number(rows.length)} people, ${what}`, `${number(perSecond).padStart(9)}/s   ${ratio}`);
  printProbe(of);
  printLag(lag, `, ${number(rows.length / (rows.length / perSecond + lag.drain))}/s with that`);
}

/** Imports files of 1,000 new people, one after another. */
export async function measureSmallImports(bench: Bench): Promise<void> {
  const { of, ratio } = await besideA(bench, async () => {
    const since = new Date();
    const small = await probed(bench, () => smallImports(bench.client, bench.companyId, SECONDS));
    await lagNow(bench, since);
    return small;
  });
  printMeasured('imports of 1,000, people', of, ratio);
  printWarmUp(of);
  printProbe(of);
}

/** Reveals people one by one with one and with sixteen callers, and 200 per call. */
export async function measureReveals(bench: Bench, ids: readonly number[]): Promise<void> {
  const { http, companyId } = bench;
  for (const connections of [1, 16]) {
    const { of, ratio } = await besideB(bench, () =>
      singleReveals(http, companyId, ids, connections, SECONDS),
    );
    printMeasured(`single reveal, ${connections} connection(s)`, of, ratio);
    printWarmUp(of);
  }
  const { of, ratio } = await besideB(bench, () =>
    probed(bench, () => bulkReveals(http, companyId, ids, SECONDS)),
  );
  printMeasured('bulk reveal, values', of, ratio);
  printWarmUp(of);
  printProbe(of);
}

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
