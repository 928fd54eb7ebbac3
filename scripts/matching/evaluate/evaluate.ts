import { loadModels } from '@pii-vault/lineage/matching/models';
import { clusterRecords } from '@pii-vault/lineage/scoring/cluster-records';
import type { FeatureColumns } from '@pii-vault/lineage/scoring/feature-columns';
import { type LinkedPair, linkInBulk } from '@pii-vault/lineage/scoring/link-in-bulk';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { trainModel } from '@pii-vault/lineage/scoring/train-model';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import { encodeRows } from './encode-rows.ts';
import { clusterFigures, numbersOf, pairFigures } from './figures.ts';
import type { EvaluatedRow } from './read-rows.ts';

export interface EvaluateSettings {
  /** 32 bytes; the hash noise of the filters depends on it. */
  readonly key: Uint8Array;
  readonly seed: number;
  readonly threshold: number;
  readonly model?: LinkageModel;
  /** Number of random pairs for training, in addition to candidate pairs. */
  readonly randomPairs?: number;
}

const RANDOM_PAIRS = 2_000_000;
const MODELS = new URL('../../../services/lineage/models/', import.meta.url);

/** Encodes, trains unless a model is given, matches, and compares the result with the truth. Times in milliseconds. */
export async function evaluate(rows: readonly EvaluatedRow[], settings: EvaluateSettings) {
  const startedAt = performance.now();
  const columns = await encodeRows(rows, settings.key);
  const encodedAt = performance.now();
  const model = settings.model ?? modelOf(columns, settings);
  const trainedAt = performance.now();
  const pairs = linkInBulk(columns, model, settings.threshold);
  const matchedAt = performance.now();
  const truths = numbersOf(rows.map(({ truth }) => truth));
  const verified = pairFigures(truths, pairs.filter(isVerified));
  const figures = {
    rows: rows.length,
    encodeMs: Math.round(encodedAt - startedAt),
    trainMs: Math.round(trainedAt - encodedAt),
    matchMs: Math.round(matchedAt - trainedAt),
    ...pairFigures(truths, pairs),
    clusterF1: clusterFigures(truths, clusterRecords(columns, pairs)).f1,
    verified: verified.pairs,
    verifiedPrecision: verified.precision,
  };
  return { figures, columns, model, pairs };
}

const isVerified = ({ grade }: LinkedPair): boolean => grade === 'verified';

function modelOf(
  columns: FeatureColumns,
  { seed, randomPairs = RANDOM_PAIRS }: EvaluateSettings,
): LinkageModel {
  const version = `trained-${seed}`;
  const shipped = loadModels(MODELS).of(ENCODING_VERSION);
  const base = shipped === undefined ? {} : { base: shipped };
  return trainModel(columns, { version, encodingVersion: ENCODING_VERSION, seed, randomPairs, ...base });
}
