import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Join } from '../../scoring/blocking-join.ts';
import type { LinkageModel } from '../../scoring/linkage-model.ts';
import type { Space } from '../../spaces/space.ts';
import type { Models } from '../models.ts';
import { adoptLearnt, modelOfSpace } from '../scope-models.ts';
import type { BulkPool } from './bulk-pool.ts';
import { type JoinedRows, pairsOfRows, rowsOfEach, trainInThreads } from './join-in-threads.ts';

export interface LearnDeps {
  readonly models: Pick<Models, 'of' | 'learnt'>;
  /** Minimum number of records for a space to have its own model. */
  readonly learnFrom: number;
}

/**
 * A space learns again when the number of its possible pairs has grown by this factor. Pairs, not records: under an
 * agreement the records of the second company add few to those of the first, but nearly all pairs.
 */
export const GROWN = 2;
/** Constant seed of the random pairs, for reproducible models. */
const SEED = 101;
const PAIRS_PER_ROW = 25;
const MOST_PAIRS = 2_000_000;

/**
 * The model for this pass. It is learnt from the rows when there are enough of them and the space's own model, if any,
 * was learnt from at most half as many pairs. A shipped model can only guess the share of matching pairs, the error
 * rates of fields and the frequencies of values.
 */
export async function modelForPass(
  { models, learnFrom }: LearnDeps,
  tx: Tx,
  pool: BulkPool,
  space: Space,
  rows: JoinedRows,
  join: Join,
): Promise<LinkageModel | undefined> {
  const shipped = models.of(space.encodingVersion);
  const present = await modelOfSpace(tx, models, space);
  if (shipped === undefined || present === undefined) return undefined;
  const { columns, companies } = rows;
  const { count } = columns;
  const isKnown = present !== shipped && pairsOfRows(count, companies) < GROWN * pairsBehind(present);
  if (fewestOf(rows) < learnFrom || isKnown) return present;
  const learnt = await trainInThreads(pool, rows, join, {
    version: shipped.version,
    encodingVersion: space.encodingVersion,
    seed: SEED,
    randomPairs: Math.min(MOST_PAIRS, PAIRS_PER_ROW * count),
    base: shipped,
  });
  return (await adoptLearnt(tx, space, shipped, learnt)) ?? present;
}

/** Models of former versions do not state their pairs. */
const pairsBehind = ({ rows, pairs = (rows * (rows - 1)) / 2 }: LinkageModel): number => pairs;

/** Number of rows of the smaller company: a model of pairs across companies needs records of both. */
function fewestOf({ columns: { count }, companies }: JoinedRows): number {
  return companies === null ? count : Math.min(...rowsOfEach(count, companies));
}
