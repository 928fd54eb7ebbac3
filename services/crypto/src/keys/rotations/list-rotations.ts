import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database, Scope, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { invalidRequest } from '../../errors.ts';
import type { Rotation } from './rotation.ts';
import { findRotationsOf } from './rotation-store.ts';

export interface ListRotationsInput {
  /** Undefined: all companies in which the caller may manage encryption. */
  readonly companyId?: number | undefined;
  /** 1–200, 0 for 50. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** One page of the rotations of companies' keys, newest first. @throws AppError INVALID_ARGUMENT */
export function listRotations({
  db,
}: {
  readonly db: Pick<Database, 'tenant'>;
}): (
  ctx: Ctx,
  input: ListRotationsInput,
) => Promise<{ rotations: Rotation[]; nextCursor: string | undefined }> {
  return async (ctx, input) => {
    if (input.limit < 0 || input.limit > 200) throw invalidRequest('limit must be 1 to 200');
    const limit = input.limit === 0 ? 50 : input.limit;
    const scope = scopeWith(ctx.caller, 'encryption:manage', input.companyId);
    const found = await db.tenant(scope, (tx) => newest(tx, scope, idIn(input.cursor) ?? 0, limit + 1));
    const { rows: rotations, nextCursor } = pageById(found, limit);
    return { rotations, nextCursor };
  };
}

/** Reads company by company: one query over several companies would sort all their rows. */
async function newest(tx: Tx, scope: Scope, beforeId: number, count: number): Promise<Rotation[]> {
  if (scope === 'all') return findRotationsOf(tx, 'all', beforeId, count);
  const rotations: Rotation[] = [];
  for (const companyId of scope.companies)
    rotations.push(...(await findRotationsOf(tx, companyId, beforeId, count)));
  return rotations.sort((a, b) => b.id - a.id).slice(0, count);
}
