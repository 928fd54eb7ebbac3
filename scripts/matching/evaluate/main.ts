import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { loadModels } from '@pii-vault/lineage/matching/models';
import { loadLinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import { type Evaluation, evaluateFiles } from './evaluate-files.ts';
import { pairFigures } from './figures.ts';
import { entityF1 } from './found-entities.ts';
import { HELP, parseOptions } from './options.ts';

const MODELS = new URL('../../../services/lineage/models/', import.meta.url);

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const options = parseOptions(args);
  const given =
    options.modelFile === undefined ? undefined : loadLinkageModel(pathToFileURL(options.modelFile));
  const prior = loadModels(MODELS).of(ENCODING_VERSION);
  if (prior === undefined) throw new Error(`No model is installed for encoding ${ENCODING_VERSION}`);
  const evaluation = await evaluateFiles(options, prior, given);
  if (options.pairsFile !== undefined) await writePairs(options.pairsFile, evaluation);
  process.stdout.write(`${JSON.stringify(reportOf(evaluation))}\n`);
}

function reportOf({ rows, pairs, times, incremental, batched }: Evaluation) {
  const verified = pairFigures(
    rows.truths,
    pairs.filter(({ grade }) => grade === 'verified'),
  );
  return {
    rows: rows.count,
    encodeMs: Math.round(times.encodeMs),
    trainMs: Math.round(times.trainMs),
    matchMs: Math.round(times.matchMs),
    persistMs: Math.round(times.persistMs),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    ...pairFigures(rows.truths, pairs),
    clusterF1: entityF1(rows.truths, pairs),
    verified: verified.pairs,
    verifiedPrecision: verified.precision,
    ...(incremental === undefined ? {} : { incremental }),
    ...(batched === undefined ? {} : { batched }),
  };
}

async function writePairs(file: string, { rows, pairs }: Evaluation): Promise<void> {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const out = createWriteStream(file);
  out.write('id_a,id_b,probability,grade\n');
  for (const { a, b, probability, grade } of pairs)
    out.write(`${quoted(rows.idAt(a))},${quoted(rows.idAt(b))},${probability},${grade}\n`);
  out.end();
  await finished(out);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
}
