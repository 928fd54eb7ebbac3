import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { idempotent, requestHmac } from '@pii-vault/platform/idempotency/idempotency';
import { principalOf } from '@pii-vault/platform/idempotency/principal';
import { expand } from '../envelope/expand.ts';
import { hmacKeyOf } from '../envelope/hmac-key.ts';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';

export interface OnceCall {
  readonly companyId: number;
  /** Method and path template of the REST call. */
  readonly route: string;
  /** Everything that makes the request what it is. Only an HMAC of it is kept. */
  readonly request: unknown;
}

/**
 * Runs the effect once per Idempotency-Key of the caller, in `tx`; what it returned is kept for the repetition, so
 * it must be ids only. Without a key it just runs.
 */
export async function once<Ids extends object>(
  keys: CompanyKeys,
  ctx: Ctx,
  tx: Tx,
  call: OnceCall,
  effect: () => Promise<Ids>,
): Promise<Ids> {
  const { companyId, route, request } = call;
  if (ctx.idempotencyKey === undefined) return await effect();
  const { key } = await keys.indexKey(companyId);
  const hmacKey = expand(hmacKeyOf(key), lengthPrefixed('idempotency'));
  const hmac = requestHmac(hmacKey, [route, JSON.stringify(request)]);
  const outcome = await idempotent<Ids>(
    tx,
    { companyId, principal: principalOf(ctx.caller), route, key: ctx.idempotencyKey, requestHmac: hmac },
    async () => ({ status: 201, ids: await effect() }),
  );
  return outcome.ids;
}
