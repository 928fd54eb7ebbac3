import { type Bench, besideB, probed, SECONDS } from './bench.ts';
import { printMeasured, printProbe, printWarmUp } from './report.ts';
import { bulkReveals, singleReveals } from './workloads.ts';

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
