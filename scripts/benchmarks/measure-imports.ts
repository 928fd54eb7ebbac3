import { toCsv } from '@pii-vault/all/demo-data/generate';
import { type Bench, besideA, lagNow, printLag, probed, SECONDS } from './bench.ts';
import { importRate, smallImports } from './imports.ts';
import { newRows } from './new-people.ts';
import { number, print, printMeasured, printProbe, printWarmUp } from './report.ts';

const IMPORT_ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 20_000);

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
