import { parseArgs } from 'node:util';
import { z } from 'zod';

export const HELP = `npm run match:evaluate -- FILE.csv [FILE2.csv …] --id COLUMN --truth COLUMN --map column=type,…
    [--threshold 0.5] [--pairs out.csv] [--model model.json] [--seed 1]

Measures the product's own encoders and bulk matcher on rows whose truth is known: rows with the same text in the truth
column are one person. Types are the field types (name, address, dob, aadhaar, pan, phone, email, bank_account,
other_id) and first_name and last_name, which are joined to a name; several columns of one type are joined in the order
given. Values that an import would refuse are left out. Several files are several companies under one set of keys.
Without --model one is trained on the rows themselves, which never looks at the truth.

Prints one JSON line: rows, encodeMs, trainMs, matchMs (blocking and scoring), peakRssMb, pairs, precision, recall, f1,
clusterF1 (of the groups that pairs at or above the threshold make), verified, verifiedPrecision.

This version matches from memory, not from embedded Postgres: there is no persistMs and no --incremental yet.
`;

export const COLUMN_TYPES = [
  'name',
  'first_name',
  'last_name',
  'address',
  'dob',
  'aadhaar',
  'pan',
  'phone',
  'email',
  'bank_account',
  'other_id',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

const columnType = z.enum(COLUMN_TYPES);

export interface EvaluateOptions {
  readonly files: readonly string[];
  readonly idColumn: string;
  readonly truthColumn: string;
  readonly columns: ReadonlyArray<readonly [column: string, type: ColumnType]>;
  readonly threshold: number;
  readonly pairsFile?: string;
  readonly modelFile?: string;
  readonly seed: number;
}

/** @throws Error with a sentence for whoever typed the command */
export function parseOptions(args: readonly string[]): EvaluateOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      truth: { type: 'string' },
      map: { type: 'string', multiple: true },
      threshold: { type: 'string', default: '0.5' },
      pairs: { type: 'string' },
      model: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { id, truth, map } = values;
  if (positionals.length === 0 || id === undefined || truth === undefined || map === undefined)
    throw new Error('A file, --id, --truth and --map are needed');
  const threshold = Number(values.threshold);
  if (!(threshold > 0 && threshold < 1)) throw new Error('--threshold lies between 0 and 1');
  return {
    files: positionals,
    idColumn: id,
    truthColumn: truth,
    columns: columnsOf(map),
    threshold,
    ...(values.pairs === undefined ? {} : { pairsFile: values.pairs }),
    ...(values.model === undefined ? {} : { modelFile: values.model }),
    seed: Number(values.seed),
  };
}

/** Reads the values of --map. @throws Error naming the one that is wrong */
export const columnsOf = (lists: readonly string[]): Array<readonly [column: string, type: ColumnType]> =>
  lists.flatMap((list) => list.split(',')).map(columnOf);

function columnOf(mapping: string): readonly [string, ColumnType] {
  const at = mapping.lastIndexOf('=');
  const type = columnType.safeParse(mapping.slice(at + 1).trim());
  if (at < 1 || !type.success) throw new Error(`--map: "${mapping}" is not column=type`);
  return [mapping.slice(0, at).trim(), type.data];
}
