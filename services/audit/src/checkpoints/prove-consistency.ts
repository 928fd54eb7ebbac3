import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { invalidInput } from '../errors.ts';
import { consistencyRanges } from '../tree/merkle/consistency.ts';
import { foldAll, treeSize } from '../tree/proofs/proof-store.ts';
import type { CheckpointKeeper } from './checkpoint-keeper.ts';

export interface ConsistencyProof {
  readonly from: number;
  readonly to: number;
  /** RFC 6962 section 2.1.2, 32 bytes each. */
  readonly path: readonly Buffer[];
}

/** Proves that the tree of `to` leaves extends that of `from`; `to` 0 means the newest checkpoint's size. */
export function proveConsistency(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly keeper: Pick<CheckpointKeeper, 'covering'>;
}) {
  return async (ctx: Ctx, from: number, wantedTo: number): Promise<ConsistencyProof> => {
    const to = wantedTo === 0 ? (await deps.keeper.covering(0)).treeSize : wantedTo;
    return await deps.db.tenant(scopeWith(ctx.caller, 'audit:read'), async (tx) => {
      if (to < 0 || to > (await treeSize(tx)))
        throw invalidInput('to', 'to must not exceed the size of the tree');
      if (from < 0 || from > to) throw invalidInput('from', 'from must be between 0 and to');
      const [path = []] = await foldAll(tx, [consistencyRanges(from, to)]);
      return { from, to, path };
    });
  };
}
