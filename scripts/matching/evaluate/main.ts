import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { loadModels } from '@pii-vault/lineage/matching/models';
import { clusterRecords } from '@pii-vault/lineage/scoring/cluster-records';
import { KEY_WORDS } from '@pii-vault/lineage/scoring/feature-columns';
import { loadLinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import { type Evaluation, evaluateFiles } from './evaluate-files.ts';
import { clusterFigures, pairFigures } from './figures.ts';
import { HELP, parseOptions } from './options.ts';
import type { FoundPair } from './placed-rows.ts';

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

/**
 * F1 of the groups that pairs form, over all files. Unlike the product inside a company, different identifiers do not
 * separate groups, because identifiers of two companies cannot be compared.
 */
function entityF1(truths: Uint32Array, pairs: readonly FoundPair[]): number {
  const columns = {
    count: truths.length,
    keys: new Uint32Array(truths.length * KEY_WORDS),
    filters: new Uint32Array(),
    weights: new Uint16Array(),
    hints: new Uint8Array(),
    codes: new Uint32Array(),
  };
  return clusterFigures(truths, clusterRecords(columns, pairs)).f1;
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
