import { createSecretKey } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hmacSha256 } from '@pii-vault/platform/core/crypto/hmac-sha256';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { idempotent } from '@pii-vault/platform/postgres/idempotency/idempotency';
import { type IdempotentCall, requireKey } from '@pii-vault/platform/postgres/idempotency/idempotent-call';
import { principalOf } from '@pii-vault/platform/postgres/idempotency/principal';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { expand } from '../../keys/envelope/expand.ts';
import { lengthPrefixed } from '../../keys/envelope/length-prefixed.ts';

export interface OnceCall {
  readonly companyId: number;
  /** Method and path template of the REST call. */
  readonly route: string;
  /** All inputs that identify the request. Only their HMAC is stored. */
  readonly request: unknown;
}

/** The repeatable call of an Idempotency-Key; undefined without a key. @throws AppError INVALID_IDEMPOTENCY_KEY */
export async function repeatable(
  keys: CompanyKeys,
  ctx: Ctx,
  { companyId, route, request }: OnceCall,
): Promise<IdempotentCall | undefined> {
  if (ctx.idempotencyKey === undefined) return undefined;
  const { key } = await keys.indexKey(companyId);
  const secret = expand(key, lengthPrefixed('idempotency'));
  const requestHmac = hmacSha256(createSecretKey(secret), lengthPrefixed(route, JSON.stringify(request)));
  secret.fill(0);
  const call = {
    companyId,
    principal: principalOf(ctx.caller),
    route,
    key: ctx.idempotencyKey,
    requestHmac,
  };
  requireKey(call);
  return call;
}

/**
 * Runs the effect once per Idempotency-Key of the caller, in `tx`. Its result is stored for repetitions, so it must
 * contain only ids. Without a key it always runs.
 */
export async function once<Ids extends object>(
  keys: CompanyKeys,
  ctx: Ctx,
  tx: Tx,
  call: OnceCall,
  effect: () => Promise<Ids>,
): Promise<Ids> {
  const named = await repeatable(keys, ctx, call);
  if (named === undefined) return await effect();
  const outcome = await idempotent<Ids>(tx, named, async () => ({ status: CREATED, ids: await effect() }));
  return outcome.ids;
}

/** Of whatever is done once: something is made. */
export const CREATED = 201;

const TRIES = 3;

/** Retries the transaction when a concurrent writer of the same person or external id committed first. */
export async function inRetriedTransaction<T>(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await retried(() => db.tenant({ companies: [companyId] }, work));
}

/** Retries `work`, at most twice, when another process changed what it read or retired its keys. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isRace = error instanceof AppError && ['CONFLICT', 'CONCURRENT_CHANGE'].includes(error.reason);
      if (!isRace || attempt === TRIES) throw error;
    }
  }
}
