import type { Tx } from '@pii-vault/platform/postgres/database';
import { treeContradicts, treeDamaged } from '../errors.ts';
import { consistencyRanges, isConsistent } from '../tree/merkle/consistency.ts';
import { foldAll, treeSize } from '../tree/proofs/proof-store.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { latestCheckpoint } from './checkpoint-store.ts';
import { parseNote } from './signed-note.ts';

export type TreeHead = Pick<Checkpoint, 'size' | 'root'>;

/**
 * The current tree, proved to extend the last checkpoint in the database and the last one in the file.
 * @throws AppError DATA_LOSS TREE_CONTRADICTED when it does not extend one, TREE_DAMAGED when a stored hash is missing
 */
export async function readTreeHead(tx: Tx, file: CheckpointFile | undefined): Promise<TreeHead> {
  // Read the signed heads first: otherwise a tree that another process signs meanwhile looks as if it had shrunk.
  const signed = await signedHeads(tx, file);
  const size = await treeSize(tx);
  const beyond = signed.find((head) => head.size > size);
  if (beyond !== undefined) throw treeContradicts(beyond.size);
  const proofs = signed.map((head) => consistencyRanges(head.size, size));
  const [whole, ...paths] = await foldAll(tx, [[{ start: 0, end: size }], ...proofs]);
  const root = whole?.[0];
  if (root === undefined) throw treeDamaged(undefined);
  signed.forEach((head, at) => {
    const claim = { from: head.size, fromRoot: head.root, to: size, toRoot: root, path: paths[at] ?? [] };
    if (!isConsistent(claim)) throw treeContradicts(head.size);
  });
  return { size, root };
}

/** Root (32 bytes) of the first `size` leaves. @throws AppError DATA_LOSS TREE_DAMAGED when a stored hash is missing */
export async function rootAt(tx: Tx, size: number): Promise<Buffer> {
  const [[root] = []] = await foldAll(tx, [[{ start: 0, end: size }]]);
  if (root === undefined) throw treeDamaged(undefined);
  return root;
}

/** The last checkpoint in the file and the last one in the database. */
export async function signedHeads(tx: Tx, file: CheckpointFile | undefined): Promise<TreeHead[]> {
  const filed = parseNote((await file?.last())?.note ?? '');
  const outside = filed === undefined ? undefined : parseCheckpoint(filed.text);
  const stored = await latestCheckpoint(tx);
  const inside = stored === undefined ? undefined : { size: stored.treeSize, root: stored.rootHash };
  return [outside, inside].filter((head) => head !== undefined);
}
