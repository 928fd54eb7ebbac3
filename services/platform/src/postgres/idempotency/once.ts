import { createSecretKey } from 'node:crypto';
import type { Ctx } from '../../core/context/ctx.ts';
import { notFound } from '../../core/errors/not-found.ts';
import type { Tx } from '../database.ts';
import { idempotent, outcomeOf, requestHmac } from './idempotency.ts';
import { principalOf } from './principal.ts';

export interface CreateCall {
  /** 0 for a call that belongs to no company. */
  readonly companyId: number;
  readonly route: string;
  /** What makes two requests the same one. Nothing secret: the key below is a label. */
  readonly parts: readonly string[];
  readonly showsSecretOnce?: boolean;
}

const LABEL = createSecretKey(Buffer.from('pii-vault idempotency'));

/**
 * Runs a creating effect once per Idempotency-Key; a repetition reads what the first one made.
 * @throws AppError NOT_FOUND when that is not there any more
 */
export async function once<T extends { readonly id: number }>(
  tx: Tx,
  ctx: Ctx,
  call: CreateCall,
  create: () => Promise<T>,
  reload: (id: number) => Promise<T | undefined>,
): Promise<T> {
  if (ctx.idempotencyKey === undefined) return create();
  let created: T | undefined;
  const outcome = await idempotent(tx, keyed(ctx, ctx.idempotencyKey, call), async () => {
    created = await create();
    return { status: 201, ids: { id: created.id } };
  });
  const made = created ?? (await reload(outcome.ids.id));
  if (made === undefined) throw notFound();
  return made;
}

/**
 * What a call with this Idempotency-Key made before, for who prepares `once` outside of its transaction; undefined:
 * nothing.
 * @throws AppError as once does
 */
export async function madeBefore<T extends { readonly id: number }>(
  tx: Tx,
  ctx: Ctx,
  call: CreateCall,
  reload: (id: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (ctx.idempotencyKey === undefined) return undefined;
  const outcome = await outcomeOf<{ id: number }>(tx, keyed(ctx, ctx.idempotencyKey, call));
  if (outcome === undefined) return undefined;
  const made = await reload(outcome.ids.id);
  if (made === undefined) throw notFound();
  return made;
}

const keyed = (ctx: Ctx, key: string, { companyId, route, parts, showsSecretOnce }: CreateCall) => ({
  companyId,
  route,
  showsSecretOnce,
  principal: principalOf(ctx.caller),
  key,
  requestHmac: requestHmac(LABEL, parts),
});
