import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { trainModel } from '@pii-vault/lineage/scoring/train-model';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import { encodeRows } from '../matching/evaluate/encode-rows.ts';
import { columnsOf } from '../matching/evaluate/options.ts';
import { type RowSource, readRows } from '../matching/evaluate/read-rows.ts';

const HELP = `npm run match:train -- FILE.csv … --map column=type,… --out model.json --name VERSION \\
  [--seed 1]

Trains a matching model on unlabelled rows and writes it as JSON. The same rows and seed give the same model.
`;

const RANDOM_PAIRS = 2_000_000;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const { version, out, seed, rows } = parseOptions(args);
  const key = hash('sha256', `match-train ${seed}`, 'buffer');
  const columns = await encodeRows(await readRows(rows), key);
  // `met` (shares of unrelated candidate pairs) depends on the number of rows: each scope learns it, no model ships
  // it.
  const {
    met: _,
    commonness: __,
    ...model
  } = trainModel(columns, {
    version,
    encodingVersion: ENCODING_VERSION,
    seed,
    randomPairs: RANDOM_PAIRS,
  });
  writeFileSync(out, `${JSON.stringify(model, rounded, 2)}\n`);
}

/** A sample of this size determines six digits; twelve keep equal ratios equal (monotone-names.ts). */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;

interface TrainOptions {
  readonly version: string;
  readonly out: string;
  readonly seed: number;
  readonly rows: RowSource;
}

/** @throws Error with a message for the user of the command */
function parseOptions(args: readonly string[]): TrainOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      map: { type: 'string', multiple: true },
      out: { type: 'string' },
      name: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { map, out, name } = values;
  if (positionals.length === 0 || map === undefined || out === undefined || name === undefined)
    throw new Error('Give a file, --map, --out and --name');
  return {
    version: name,
    out,
    seed: Number(values.seed),
    rows: { files: positionals, columns: columnsOf(map) },
  };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
}
