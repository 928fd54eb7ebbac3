import type { Cache } from '@pii-vault/platform/cache/cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { emailKey } from '../../accounts/user.ts';
import { addressBlock } from '../logins/address-block.ts';
import { throttleKey } from '../logins/throttle-key.ts';
import { insertRequest } from './password-request-store.ts';

export interface ForgotPasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly cache: Pick<Cache, 'increment'>;
  /** Wakes the job that processes requests. */
  readonly wake: () => void;
}

/** Requests within 15 minutes that are mailed; more get the same answer and are dropped. */
const LIMITS = { identifier: 3, address: 20 } as const;
const WINDOW_MS = 15 * 60_000;

/** Stores the request for a link. A job looks up the account later, so that the response time discloses nothing. */
export function forgotPassword({ db, cache, wake }: ForgotPasswordDeps) {
  return async (ctx: Ctx, email: string): Promise<void> => {
    const key = emailKey(email).slice(0, 254);
    const ofIdentifier = await cache.increment(throttleKey('forgot-id', key), WINDOW_MS);
    const block = addressBlock(ctx.ipAddress);
    const ofAddress = await cache.increment(throttleKey('forgot-ip', block), WINDOW_MS);
    if (ofIdentifier > LIMITS.identifier || ofAddress > LIMITS.address) return;
    await db.system((tx) => insertRequest(tx, key));
    wake();
  };
}
