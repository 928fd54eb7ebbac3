import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SigningServiceService } from '@pii-vault/proto/crypto/v1/signing';
import { lockAppender } from '../entries/append-store.ts';
import { badSignature } from '../errors.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import { checkpointText } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { insertCheckpoint, type StoredCheckpoint } from './checkpoint-store.ts';
import { formatNote, isSignedBy, type NoteKey, parseNote } from './signed-note.ts';
import { readTreeHead } from './tree-head.ts';

export interface SigningDeps {
  readonly db: Pick<Database, 'system'>;
  readonly signer: Pick<RpcClient<typeof SigningServiceService>, 'signCheckpoint' | 'getCheckpointKey'>;
  /** Undefined when no place outside the database is configured. */
  readonly file: CheckpointFile | undefined;
  /** What was taken away, listed outside, too. */
  readonly revocations: Pick<RevocationFile, 'append'> | undefined;
  self(): Ctx;
}

/**
 * Signs the tree as it is now through crypto, checks the signature, and keeps it: first outside the
 * database, then inside, so that the database never knows a checkpoint that the file does not.
 * @throws AppError UNAVAILABLE when crypto is away; DATA_LOSS when its signature does not verify, or the tree
 * contradicts what was signed before
 */
export async function signCheckpoint(deps: SigningDeps): Promise<StoredCheckpoint> {
  const { key } = await deps.signer.getCheckpointKey(deps.self(), {});
  if (key === undefined) throw badSignature();
  const { size, root } = await deps.db.system((tx) => readTreeHead(tx, deps.file));
  const text = checkpointText({ origin: key.keyName, size, root });
  const signed = await deps.signer.signCheckpoint(deps.self(), { text: Buffer.from(text) });
  if (signed.key?.keyName !== key.keyName) throw badSignature();
  const noteKey: NoteKey = { name: key.keyName, publicKey: signed.key.publicKey };
  const note = formatNote(text, noteKey, signed.signature);
  const parsed = parseNote(note);
  if (parsed === undefined || !isSignedBy(parsed, noteKey)) throw badSignature();
  const checkpoint = {
    treeSize: size,
    rootHash: root,
    note,
    keyName: key.keyName,
    publicKey: Buffer.from(noteKey.publicKey),
    signedAt: new Date(),
  };
  await coverRevocations(deps, size);
  await deps.file?.append({
    signedAt: checkpoint.signedAt.toISOString(),
    keyName: checkpoint.keyName,
    publicKey: checkpoint.publicKey.toString('base64'),
    note,
  });
  await deps.db.system((tx) => insertCheckpoint(tx, checkpoint));
  return checkpoint;
}

/** Before the checkpoint: a list that ends before the last one is not complete. */
async function coverRevocations({ db, revocations }: SigningDeps, size: number): Promise<void> {
  if (revocations === undefined) return;
  await db.system(async (tx) => {
    await lockAppender(tx);
    await revocations.append([{ covers: size }]);
  });
}
