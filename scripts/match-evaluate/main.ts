import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { LinkedPair } from '@pii-vault/lineage/scoring/link-in-bulk';
import { loadLinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { evaluate } from './evaluate.ts';
import { HELP, parseOptions } from './options.ts';
import { type EvaluatedRow, readRows } from './read-rows.ts';

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const options = parseOptions(args);
  const rows = await readRows(options);
  const { modelFile, pairsFile, seed, threshold } = options;
  const { figures, pairs } = await evaluate(rows, {
    key: hash('sha256', `match-evaluate ${seed}`, 'buffer'),
    seed,
    threshold,
    ...(modelFile === undefined ? {} : { model: loadLinkageModel(pathToFileURL(modelFile)) }),
  });
  if (pairsFile !== undefined) writeFileSync(pairsFile, pairsCsv(rows, pairs));
  const { rows: count, encodeMs, trainMs, matchMs, ...accuracy } = figures;
  const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `${JSON.stringify({ rows: count, encodeMs, trainMs, matchMs, peakRssMb, ...accuracy })}\n`,
  );
}

function pairsCsv(rows: readonly EvaluatedRow[], pairs: readonly LinkedPair[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const id = (row: number) => quoted(rows[row]?.id ?? '');
  const lines = pairs.map(({ a, b, probability, grade }) => `${id(a)},${id(b)},${probability},${grade}`);
  return `${['id_a,id_b,probability,grade', ...lines].join('\n')}\n`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
}
