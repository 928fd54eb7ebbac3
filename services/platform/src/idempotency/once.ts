import type { Caller } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Tx } from '../db/database.ts';
import { idempotent, requestHmac } from './idempotency.ts';

export interface CreateCall {
  /** 0 for a call that belongs to no company. */
  readonly companyId: number;
  readonly route: string;
  /** What makes two requests the same one. Nothing secret: the key below is a label. */
  readonly parts: readonly string[];
  readonly showsSecretOnce?: boolean;
}

const LABEL = Buffer.from('pii-vault idempotency');

/** Runs a creating effect once per Idempotency-Key; a repetition reads what the first one made. */
export async function once<T extends { readonly id: number }>(
  tx: Tx,
  ctx: Ctx,
  call: CreateCall,
  create: () => Promise<T>,
  reload: (id: number) => Promise<T>,
): Promise<T> {
  if (ctx.idempotencyKey === undefined) return create();
  let created: T | undefined;
  const { companyId, route, showsSecretOnce } = call;
  const known = {
    companyId,
    route,
    showsSecretOnce,
    principal: principalOf(ctx.caller),
    key: ctx.idempotencyKey,
    requestHmac: requestHmac(LABEL, call.parts),
  };
  const outcome = await idempotent(tx, known, async () => {
    created = await create();
    return { status: 201, ids: { id: created.id } };
  });
  return created ?? reload(outcome.ids.id);
}

function principalOf(caller: Caller): string {
  if (caller.kind === 'service') return `service:${caller.service}`;
  return caller.clientId === undefined ? `user:${caller.userId}` : `client:${caller.clientId}`;
}
