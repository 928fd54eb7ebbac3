import type { RandomPool } from '../envelope/random-pool.ts';
import type { RecentWriteCache } from '../features/recent-write-cache.ts';
import type { IdPool } from '../ids/id-pool.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { SealingPool } from '../sealing-threads/sealing-pool.ts';

/** What every write of people needs. */
export interface WritingDeps {
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
  readonly individualIds: IdPool;
  readonly fieldIds: IdPool;
  readonly sealing: Pick<SealingPool, 'seal'>;
  /** Keeps people who were created, once they are committed, until matching asks for them. */
  readonly fresh: Pick<RecentWriteCache, 'add'>;
}
