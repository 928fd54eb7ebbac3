import { createReadStream, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { australianRows } from './australian.ts';
import { registerRows } from './english-registers.ts';
import type { GivenRow } from './given-row.ts';
import { historicalRows } from './historical-english.ts';
import { indianRows } from './indian.ts';
import { mixedRows } from './mixed.ts';
import { notableRows } from './notable-english.ts';

const HELP = `node scripts/matching/populations/main.ts KIND OUT.csv [--rows 10000] [--seed 1] [--noise 1.5]

Writes rows of invented people, some of them repeatedly with errors, gaps and changes. Rows of one person share
\`truth\`. KIND is indian, australian, english, notable, registers or mixed (with the field types as columns).
`;

const FEBRL4 = fileURLToPath(new URL('../../../services/lineage/test/febrl4/febrl4a.csv', import.meta.url));

/** Rows from which values of Australian people are drawn. */
export async function australianVocabulary(): Promise<GivenRow[]> {
  const rows: GivenRow[] = [];
  for await (const row of createReadStream(FEBRL4).pipe(parse({ columns: true, trim: true })))
    rows.push({ ...row, id: '', truth: '' });
  return rows;
}

async function rowsOf(kind: string | undefined, rows: number, seed: number, noise: number) {
  if (kind === 'indian') return indianRows({ seed, rows, noise, hasIds: true });
  if (kind === 'registers') return registerRows({ seed, families: Math.round(rows / 26) });
  if (kind === 'notable') return notableRows({ seed, people: Math.round(rows / 9.5), noise });
  if (kind === 'english') return historicalRows({ seed, people: Math.round(rows / 10) });
  const vocabulary = await australianVocabulary();
  if (kind === 'mixed') return mixedRows(vocabulary, rows, seed);
  if (kind !== 'australian') return undefined;
  const people = Math.round(rows / 3);
  return australianRows(vocabulary, {
    seed,
    people,
    maxDuplicates: 5,
    changesPerField: 2,
    changesPerRow: 5,
  });
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      noise: { type: 'string', default: '1.5' },
    },
  });
  const [kind, out] = positionals;
  const rows = await rowsOf(kind, Number(values.rows), Number(values.seed), Number(values.noise));
  if (rows?.[0] === undefined || out === undefined) {
    process.stdout.write(HELP);
    process.exitCode = 1;
    return;
  }
  const columns = Object.keys(rows[0]);
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','));
  writeFileSync(out, `${[columns.join(','), ...lines].join('\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
