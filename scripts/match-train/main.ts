import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { trainModel } from '@pii-vault/lineage/scoring/train-model';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import { encodeRows } from '../match-evaluate/encode-rows.ts';
import { readRows } from '../match-evaluate/read-rows.ts';
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
  // How many strangers meet depends on how many rows there are: it is learnt of a scope, never shipped.
  const { met: _, ...model } = trainModel(columns, {
    version,
    encodingVersion: ENCODING_VERSION,
    seed,
    randomPairs: RANDOM_PAIRS,
  });
  writeFileSync(out, `${JSON.stringify(model, rounded, 2)}\n`);
}

/** Six digits say all that a sample of this size knows; twelve keep ratios that are equal so (monotone-names.ts). */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
}
