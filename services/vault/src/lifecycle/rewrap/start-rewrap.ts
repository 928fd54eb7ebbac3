import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import { rewrapJob } from './rewrap-job.ts';

export interface RewrapParts {
  readonly kit: Pick<ModuleKit, 'db' | 'log' | 'self' | 'tick' | 'client'>;
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
  readonly settleMs: number;
}

/** Poll interval for due companies, ms. */
const LOOK_MS = 15_000;

/** Starts the job. @returns a function that wakes it */
export function startRewrap({ kit, keys, random, settleMs }: RewrapParts): () => void {
  const { db, log, self } = kit;
  const crypto = kit.client(KeysService, 'crypto');
  const job = rewrapJob({ db, log, self, keys, random, crypto, settleMs });
  const ticker = kit.tick('rewrap', LOOK_MS, (signal) => job.run(signal));
  return () => {
    job.lookSoon();
    ticker.wake();
  };
}
