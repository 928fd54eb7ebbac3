import { parseArgs } from 'node:util';
import { columnsOf } from '../../matching/evaluate/options.ts';
import type { RowSource } from '../../matching/evaluate/read-rows.ts';

export const TRAIN_HELP = `npm run match:train -- FILE.csv … --map column=type,… --out model.json --name VERSION \\
  [--seed 1]

Trains a matching model on unlabelled rows and writes it as JSON. The same rows and seed give the same model.
`;

export interface TrainFileOptions {
  readonly version: string;
  readonly out: string;
  readonly seed: number;
  readonly rows: RowSource;
}

/** @throws Error with a message for the user of the command */
export function parseTrainOptions(args: readonly string[]): TrainFileOptions {
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
