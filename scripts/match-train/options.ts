import { parseArgs } from 'node:util';
import { columnsOf } from '../match-evaluate/options.ts';
import type { RowSource } from '../match-evaluate/read-rows.ts';

export const TRAIN_HELP = `npm run match:train -- FILE.csv … --map column=type,… --out model.json --name VERSION [--seed 1]

Learns a model of matching from rows without truth and writes it as JSON. The same rows and seed give the same model.
`;

export interface TrainFileOptions {
  readonly version: string;
  readonly out: string;
  readonly seed: number;
  readonly rows: RowSource;
}

/** @throws Error with a sentence for whoever typed the command */
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
    throw new Error('A file, --map, --out and --name are needed');
  return {
    version: name,
    out,
    seed: Number(values.seed),
    rows: { files: positionals, columns: columnsOf(map) },
  };
}
