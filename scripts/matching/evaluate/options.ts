import { existsSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { lineageConfig } from '@pii-vault/lineage/config';
import { z } from 'zod';

/** Minimum rows for a scope to train its own model: the product's default. */
export const PRODUCT_LEARNS_FROM = lineageConfig.shape.learnFrom.parse(undefined);

export const HELP = `npm run match:evaluate -- FILE.csv [FILE2.csv …] --id COLUMN --truth COLUMN --map column=type,…
    [--threshold 0.5] [--incremental 1000] [--batched 5000] [--pairs out.csv] [--model model.json] [--seed 1]

Measures the product's matching on rows whose truth is known: its encoders, its bulk path and its incremental path, on a
temporary PostgreSQL. Rows with the same text in the truth column are one person; only the figures use the truth.

Types are the field types (name, address, dob, aadhaar, pan, phone, email, bank_account, other_id), and first_name and
last_name, which are joined to a name. Several columns of one type are joined in the given order. Values that an import
would refuse are left out. Each file is a company: it is matched inside itself, and with each other file under an
agreement without Aadhaar, with separate keys. Pairs and truth are counted over all rows together.

Without --model each scope trains a model on its rows, without truth, as the product does; with fewer than
${PRODUCT_LEARNS_FROM} rows it uses the product's model. --incremental N holds the last N rows back and adds them one by
one, in a thread like the product's. --batched N holds N more back and adds them as from a long queue: in batches of
200, two in parallel. A fifth more rows are added before as an unmeasured warm-up. Figures include all rows. --threshold
decides which pairs count as found and go to --pairs.

Prints one JSON line:
  rows            all rows, including those held back
  encodeMs        from canonical values to encodings, in two threads, without reading the CSV
  trainMs         training the model
  matchMs         from the COPY of the records to scored pairs: reading, decrypting, blocking, scoring
  persistMs       writing records, tokens, edges and entities. Limit: PostgreSQL adds a row and an index entry for
                  every token, about 20 per record, at about 100,000 per second and core
  peakRssMb       peak memory of this process with its threads, without PostgreSQL
  pairs, precision, recall, f1        of pairs at or above the threshold
  clusterF1       of the groups that these pairs form
  verified, verifiedPrecision         of pairs that need no review
  incremental     p50Ms, p95Ms, p99Ms of one new record: encoding, writing, matching, both commits; cpuMs of all
                  cores, including PostgreSQL and background work (garbage collector, WAL writer)
  batched         perSecond of new records in batches; cpuMs per record
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
  /** Rows to add one by one. */
  readonly incremental: number;
  /** Rows to add after them in batches. */
  readonly batched: number;
  readonly pairsFile?: string;
  readonly modelFile?: string;
  readonly seed: number;
}

const ARGUMENTS = {
  id: { type: 'string' },
  truth: { type: 'string' },
  map: { type: 'string', multiple: true },
  threshold: { type: 'string', default: '0.5' },
  incremental: { type: 'string', default: '0' },
  batched: { type: 'string', default: '0' },
  pairs: { type: 'string' },
  model: { type: 'string' },
  seed: { type: 'string', default: '1' },
} as const satisfies ParseArgsConfig['options'];

/** @throws Error with a message for the user of the command */
export function parseOptions(args: readonly string[]): EvaluateOptions {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: ARGUMENTS });
  const { id, truth, map } = values;
  if (positionals.length === 0 || id === undefined || truth === undefined || map === undefined)
    throw new Error('Give a file, --id, --truth and --map; see --help');
  const missing = [...positionals, ...(values.model === undefined ? [] : [values.model])].find(
    (file) => !existsSync(file),
  );
  if (missing !== undefined) throw new Error(`There is no file "${missing}"`);
  const threshold = Number(values.threshold);
  if (!(threshold > 0 && threshold < 1)) throw new Error('--threshold must be between 0 and 1');
  return {
    files: positionals,
    idColumn: id,
    truthColumn: truth,
    columns: columnsOf(map),
    threshold,
    incremental: wholeNumber('--incremental', values.incremental),
    batched: wholeNumber('--batched', values.batched),
    ...(values.pairs === undefined ? {} : { pairsFile: values.pairs }),
    ...(values.model === undefined ? {} : { modelFile: values.model }),
    seed: wholeNumber('--seed', values.seed),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number`);
  return Number(text);
}

/** Parses the values of --map. @throws Error with the wrong value */
export const columnsOf = (lists: readonly string[]): Array<readonly [column: string, type: ColumnType]> =>
  lists.flatMap((list) => list.split(',')).map(columnOf);

function columnOf(mapping: string): readonly [string, ColumnType] {
  const at = mapping.lastIndexOf('=');
  const type = columnType.safeParse(mapping.slice(at + 1).trim());
  if (at < 1 || !type.success)
    throw new Error(`--map: "${mapping}" is not column=type with a type of ${COLUMN_TYPES.join(', ')}`);
  return [mapping.slice(0, at).trim(), type.data];
}
