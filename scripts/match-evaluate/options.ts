import { existsSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { lineageConfig } from '@pii-vault/lineage/config';
import { z } from 'zod';

/** From so many rows on a scope learns a model of its own, as the product has it unless told. */
export const PRODUCT_LEARNS_FROM = lineageConfig.shape.learnFrom.parse(undefined);

export const HELP = `npm run match:evaluate -- FILE.csv [FILE2.csv …] --id COLUMN --truth COLUMN --map column=type,…
    [--threshold 0.5] [--incremental 1000] [--batched 5000] [--pairs out.csv] [--model model.json] [--seed 1]

Measures the product's own matching on rows whose truth is known: its encoders, its bulk path and its path for one new
record, on a PostgreSQL of its own in a temporary folder. Rows with the same text in the truth column are one person;
truth serves the figures alone.

Types are the field types (name, address, dob, aadhaar, pan, phone, email, bank_account, other_id), and first_name and
last_name, which are joined to a name; several columns of one type are joined in the order given. Values that an import
would refuse are left out. Several files are several companies: each is matched inside itself, and each two under an
agreement that leaves Aadhaar out, all under keys of their own. Pairs and truth are then counted over all rows together.

Without --model each company and each two of them learn one from their rows, never from truth, as the product does; of
fewer than ${PRODUCT_LEARNS_FROM} rows the product's prior is taken. --incremental holds that many of the last rows back and brings
them in one by one afterwards, in a thread as the product's; --batched holds so many more back and brings them in as a
queue that is long: in batches of 200, two at once. A fifth as many as come one by one (or, without them, in batches) is
held back besides and comes first, unmeasured: code is then compiled, and statements are planned. Figures are of all rows.
--threshold decides which pairs count as found and go to --pairs.

Prints one JSON line:
  rows            all rows, those held back included
  encodeMs        from canonical values to encodings, in two threads; not: reading CSV and canonical forms
  trainMs         learning the model
  matchMs         from the COPY of the records to scored pairs: reading, decrypting, blocking, scoring
  persistMs       writing records and tokens, and edges and entities. Bound: PostgreSQL adds one row and one entry of an
                  index for every token, some 20 a record, at about 100,000 a second on each core
  peakRssMb       most memory of this process, threads included, PostgreSQL not
  pairs, precision, recall, f1        of pairs at or above the threshold
  clusterF1       of the groups that these pairs make
  verified, verifiedPrecision         of pairs that nobody needs to look at
  incremental     p50Ms, p95Ms, p99Ms of one new record: encoding, writing, matching, both commits; cpuMs of all cores
                  that it took, PostgreSQL and what waits for nobody (collector, log writer) included
  batched         perSecond of new records in batches: the same; cpuMs for one
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
  /** Rows that come one by one. */
  readonly incremental: number;
  /** Rows that come after them, in batches. */
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

/** @throws Error with a sentence for whoever typed the command */
export function parseOptions(args: readonly string[]): EvaluateOptions {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: ARGUMENTS });
  const { id, truth, map } = values;
  if (positionals.length === 0 || id === undefined || truth === undefined || map === undefined)
    throw new Error('A file, --id, --truth and --map are needed; --help tells more');
  const missing = [...positionals, ...(values.model === undefined ? [] : [values.model])].find(
    (file) => !existsSync(file),
  );
  if (missing !== undefined) throw new Error(`There is no file "${missing}"`);
  const threshold = Number(values.threshold);
  if (!(threshold > 0 && threshold < 1)) throw new Error('--threshold lies between 0 and 1');
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
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number`);
  return Number(text);
}

/** Reads the values of --map. @throws Error naming the one that is wrong */
export const columnsOf = (lists: readonly string[]): Array<readonly [column: string, type: ColumnType]> =>
  lists.flatMap((list) => list.split(',')).map(columnOf);

function columnOf(mapping: string): readonly [string, ColumnType] {
  const at = mapping.lastIndexOf('=');
  const type = columnType.safeParse(mapping.slice(at + 1).trim());
  if (at < 1 || !type.success)
    throw new Error(`--map: "${mapping}" is not column=type with a type of ${COLUMN_TYPES.join(', ')}`);
  return [mapping.slice(0, at).trim(), type.data];
}
