import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Models } from '../matching/models.ts';
import { adoptLearnt, modelOfSpace } from '../matching/scope-models.ts';
import type { Join } from '../scoring/blocking-join.ts';
import type { LinkageModel } from '../scoring/linkage-model.ts';
import type { Space } from '../spaces/space.ts';
import type { BulkPool } from './bulk-pool.ts';
import { type JoinedRows, rowsOfEach, trainInThreads } from './join-in-threads.ts';

export interface LearnDeps {
  readonly models: Pick<Models, 'of' | 'learnt'>;
  /** Number of records from which a space has its own model. */
  readonly learnFrom: number;
}

/** A space learns again when it has grown so many times. */
export const GROWN = 2;
/** The same for everybody: which pairs at random are looked at. */
const SEED = 101;
const PAIRS_PER_ROW = 25;
const MOST_PAIRS = 2_000_000;

/**
 * The model that this pass matches with: learnt from the rows themselves when there are enough of them and the space's
 * own model, if it has one, knew half as many. How many pairs of one person there are among all pairs, how often fields
 * are wrong, and how common what is common is: a shipped model can only guess that of a company.
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
  const { count } = rows.columns;
  if (fewestOf(rows) < learnFrom || (present !== shipped && count < GROWN * present.rows)) return present;
  const learnt = await trainInThreads(pool, rows, join, {
    version: shipped.version,
    encodingVersion: space.encodingVersion,
    seed: SEED,
    randomPairs: Math.min(MOST_PAIRS, PAIRS_PER_ROW * count),
    base: shipped,
  });
  return (await adoptLearnt(tx, space, shipped, learnt)) ?? present;
}

/** Rows of the company with the fewest: a model of pairs across companies needs records of both. */
function fewestOf({ columns: { count }, companies }: JoinedRows): number {
  return companies === null ? count : Math.min(...rowsOfEach(count, companies));
}
