import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { trainModel } from '@pii-vault/lineage/scoring/train-model';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import { encodeRows } from '../../matching/evaluate/encode-rows.ts';
import { readRows } from '../../matching/evaluate/read-rows.ts';
import { parseTrainOptions, TRAIN_HELP } from './options.ts';

const RANDOM_PAIRS = 2_000_000;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(TRAIN_HELP);
    return;
  }
  const { version, out, seed, rows } = parseTrainOptions(args);
  const key = hash('sha256', `match-train ${seed}`, 'buffer');
  const columns = await encodeRows(await readRows(rows), key);
  // `met` (shares of unrelated candidate pairs) depends on the number of rows: each scope learns it, no model ships
  // it.
  const { met: _, ...model } = trainModel(columns, {
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

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
}
