import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { ignoringUnmapped, MAX_COLUMNS } from '@pii-vault/platform/values/import-columns/column-plan';
import { sampleRows } from '@pii-vault/platform/values/import-columns/column-values';
import { answersIn, mayStateRefusal } from '@pii-vault/platform/values/import-columns/consent-cells';
import { type FilePlan, undecidedColumns } from './file-plan.ts';
import { rowBatches, type StoredFile } from './row-batches.ts';

/** The first values of each column that are not blank. */
export type ColumnSamples = ReadonlyMap<string, readonly string[]>;

/** Batches that are read for samples: bounds a request about a file of blank or very long lines. */
const MAX_BATCHES = 8;

/** Samples of a file's columns; for NDJSON also of keys that its first object lacks. */
export async function sampleColumns(file: StoredFile, plan: FilePlan): Promise<ColumnSamples> {
  const { columns } = plan.columns;
  const samples = new Map<string, string[]>(columns.map((column) => [column, []]));
  const wanted = sampleRows(columns.length);
  let rows = 0;
  let batches = 0;
  for await (const batch of rowBatches(file, plan, plan.start)) {
    for (const row of batch.rows.slice(0, wanted - rows)) {
      if (!('cells' in row)) continue;
      for (const [column, cell] of row.cells) {
        if (cell.trim() === '') continue;
        const known = samples.get(column);
        if (known !== undefined) known.push(cell.trim());
        else if (samples.size < MAX_COLUMNS) samples.set(column, [cell.trim()]);
      }
    }
    rows += batch.rows.length;
    batches++;
    if (rows >= wanted || batches === MAX_BATCHES) break;
  }
  return samples;
}

/** Columns judged by their samples per slice of the event loop, about 3 ms. */
const COLUMNS_AT_ONCE = 16;

/** Maps columns, yielding between slices. */
export async function mapInSlices<T>(columns: readonly string[], judge: (column: string) => T): Promise<T[]> {
  const judged: T[] = [];
  for (const [n, column] of columns.entries()) {
    if (n % COLUMNS_AT_ONCE === 0) await yieldToEventLoop();
    judged.push(judge(column));
  }
  return judged;
}

/** Columns that may say who refused consent, by the samples or the survey, and that no header or caller decides. */
export async function openRefusals(
  { columns, mapping, refusals = [] }: Pick<FilePlan, 'columns' | 'mapping' | 'refusals'>,
  samples: ColumnSamples,
): Promise<string[]> {
  const names = [...new Set([...columns.columns, ...samples.keys()])];
  const found = new Set(refusals.map(({ column }) => column));
  const undecided = undecidedColumns({ columns: { ...columns, columns: names }, mapping });
  const open = await mapInSlices(undecided, (name) =>
    found.has(name) || mayStateRefusal(name, answersIn(samples.get(name) ?? [])) ? [name] : [],
  );
  return open.flat();
}

/** A plan that leaves out unmapped columns, with those left open that may say who refused consent. */
export async function askingRefusals(file: StoredFile, plan: FilePlan): Promise<FilePlan> {
  if (plan.unmapped !== 'ignore') return plan;
  const open = await openRefusals(plan, await sampleColumns(file, plan));
  return open.length === 0 ? plan : { ...plan, columns: leftOpen(plan.columns, open) };
}

/** The columns with every unmapped one ignored, except `open`. */
export function leftOpen(columns: FilePlan['columns'], open: readonly string[]): FilePlan['columns'] {
  const names = [...new Set([...columns.columns, ...open])];
  const { targets } = ignoringUnmapped({ ...columns, columns: names });
  const isOpen = new Set(open);
  const kept = Object.entries(targets).filter(([column]) => !isOpen.has(column));
  return { columns: names, targets: Object.fromEntries(kept) };
}
