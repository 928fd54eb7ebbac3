import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { invalidInput } from '../errors.ts';
import { inclusionRanges } from '../tree/merkle/inclusion.ts';
import { foldAll, type HashedLeaf, leavesAt } from '../tree/proofs/proof-store.ts';
import type { CheckpointKeeper } from './checkpoint-keeper.ts';
import type { StoredCheckpoint } from './checkpoint-store.ts';

export interface LeafProof extends HashedLeaf {
  /** RFC 6962 audit path, 32 bytes each, from the leaf's sibling upwards. */
  readonly path: readonly Buffer[];
}

export interface ProvenEntries {
  readonly checkpoint: StoredCheckpoint;
  readonly proofs: readonly LeafProof[];
}

const MAX_PROOFS = 200;

/**
 * Inclusion proofs under one checkpoint for the entries with these ids (leaf index + 1) that the caller may audit;
 * omits the others. Signs a checkpoint when none covers the newest of them yet.
 * @throws AppError DATA_LOSS TREE_DAMAGED when a stored hash is missing
 */
export function proveEntries(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly keeper: Pick<CheckpointKeeper, 'covering'>;
}) {
  return async (ctx: Ctx, ids: readonly number[]): Promise<ProvenEntries> => {
    if (ids.length > MAX_PROOFS) throw invalidInput('ids', `at most ${MAX_PROOFS} entries at a time`);
    const scope = scopeWith(ctx.caller, 'audit:read');
    const indexes = [...new Set(ids)].filter((id) => id > 0).map((id) => id - 1);
    const leaves = await deps.db.tenant(scope, (tx) => leavesAt(tx, indexes));
    const checkpoint = await deps.keeper.covering((leaves.at(-1)?.leafIndex ?? -1) + 1);
    const paths = leaves.map((leaf) => inclusionRanges(leaf.leafIndex, checkpoint.treeSize));
    const hashes = await deps.db.tenant(scope, (tx) => foldAll(tx, paths));
    return { checkpoint, proofs: leaves.map((leaf, at) => ({ ...leaf, path: hashes[at] ?? [] })) };
  };
}
