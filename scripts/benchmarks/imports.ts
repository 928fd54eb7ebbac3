import { toCsv } from '@pii-vault/all/demo-data/generate';
import type { Client } from '@pii-vault/contract/client';
import { type Measured, measure, WARM_UP_SECONDS, type Warmed } from './load.ts';
import { newRows } from './new-people.ts';

/** Poll interval of an import, ms: polling is load that only the benchmark causes. */
const [MIN_POLL_MS, MAX_POLL_MS] = [20, 250];

/** Imports a CSV and waits for its end. @returns accepted rows @throws Error if the import fails */
export async function importFile(client: Client, companyId: number, csv: string): Promise<number> {
  const accepted = await client.call('POST /imports', {
    query: { companyId, purpose: 'kyc', alsoFor: ['fraud_prevention'], fileName: 'bench.csv' },
    contentType: 'text/csv',
    body: csv,
  });
  const begin = performance.now();
  for (;;) {
    const state = await client.call('GET /imports/{id}', { params: { id: accepted.id } });
    if (state.status === 'done') return state.processed;
    if (!['queued', 'running'].includes(state.status)) throw new Error(`The import is ${state.status}`);
    const left = leftMs(performance.now() - begin, state.bytesRead / state.bytesTotal);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(Math.max(left / 4, MIN_POLL_MS), MAX_POLL_MS)),
    );
  }
}

/** Remaining time at the rate so far. */
const leftMs = (elapsedMs: number, doneShare: number): number =>
  doneShare > 0 ? elapsedMs * (1 / doneShare - 1) : elapsedMs;

/** Rows per second for one large file, from upload to the last row. */
export async function importRate(
  client: Client,
  companyId: number,
  csv: string,
): Promise<Pick<Measured, 'perSecond'>> {
  const begin = performance.now();
  const processed = await importFile(client, companyId, csv);
  return { perSecond: processed / ((performance.now() - begin) / 1_000) };
}

const FILE_ROWS = 1_000;
/** Files to prepare per second of the measurement: more than a vault can import. */
const FILES_PER_SECOND = 6;

/** Imports files of 1,000 new people, one after another; latencies are per file. */
export function smallImports(client: Client, companyId: number, seconds: number): Promise<Warmed> {
  const files = Array.from({ length: Math.ceil((seconds + WARM_UP_SECONDS) * FILES_PER_SECOND) }, (_, n) =>
    toCsv(newRows(FIRST_SEED + n, FILE_ROWS)),
  );
  return measure(1, seconds, async () => await importFile(client, companyId, files.pop() ?? ''));
}

const FIRST_SEED = 1_000;

/** Ids of the company's first people. */
export async function readIds(client: Client, companyId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /individuals', { query: { companyId, limit: 200, cursor } });
    ids.push(...page.rows.map((individual) => individual.id));
    cursor = page.next;
  } while (cursor !== undefined && ids.length < count);
  return ids;
}
