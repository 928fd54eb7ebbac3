import type { Checkpoint, LeafProof as LeafProofMessage } from '@pii-vault/proto/audit/v1/trail';
import type { StoredCheckpoint } from './checkpoint-store.ts';
import type { LeafProof } from './prove-entries.ts';
import { noteKeyHash } from './signed-note.ts';

export function toCheckpoint(checkpoint: StoredCheckpoint): Checkpoint {
  return {
    note: checkpoint.note,
    keyId: noteKeyHash({ name: checkpoint.keyName, publicKey: checkpoint.publicKey }).toString('hex'),
    publicKey: checkpoint.publicKey.toString('base64'),
    treeSize: checkpoint.treeSize,
    rootHash: checkpoint.rootHash,
    signedAt: checkpoint.signedAt,
  };
}

export function toLeafProof(proof: LeafProof): LeafProofMessage {
  return {
    id: proof.leafIndex + 1,
    leafIndex: proof.leafIndex,
    leaf: proof.leaf,
    salt: proof.salt,
    path: [...proof.path],
  };
}
