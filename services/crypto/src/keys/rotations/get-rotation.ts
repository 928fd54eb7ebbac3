import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { Rotation } from './rotation.ts';
import { findRotation } from './rotation-store.ts';

/** Progress of a rotation. @throws AppError NOT_FOUND, also for another company's rotation */
export function getRotation({
  db,
}: {
  readonly db: Pick<Database, 'tenant'>;
}): (ctx: Ctx, id: number) => Promise<Rotation> {
  return async (ctx, id) => {
    const scope = scopeWith(ctx.caller, 'encryption:manage');
    const found = await db.tenant(scope, (tx) => findRotation(tx, id));
    if (found === undefined) throw notFound();
    return found;
  };
}
