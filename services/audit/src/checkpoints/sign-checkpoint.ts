import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SigningServiceService } from '@pii-vault/proto/crypto/v1/signing';
import { lockAppender } from '../entries/append-lock.ts';
import { badSignature } from '../errors.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import { checkpointText } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { insertCheckpoint, type StoredCheckpoint } from './checkpoint-store.ts';
import { formatNote, isSignedBy, type NoteKey, parseNote } from './signed-note.ts';
import { readTreeHead, signedHeads } from './tree-head.ts';

export interface SigningDeps {
  readonly db: Pick<Database, 'system'>;
  readonly signer: Pick<RpcClient<typeof SigningServiceService>, 'signCheckpoint' | 'getCheckpointKey'>;
  /** Undefined when no place outside the database is configured. */
  readonly file: CheckpointFile | undefined;
  /** The list of revocations outside the database. */
  readonly revocations: Pick<RevocationFile, 'append' | 'covered'> | undefined;
  readonly log: Pick<Logger, 'error'>;
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

const LIST_TOO_SHORT =
  'the list of revocations is missing, outdated or newer than this vault: restore its newest copy, or start a new list by restoring a backup with --accept-lost-revocations';

/**
 * Before the checkpoint: a list that ends before the last one is not complete. One that already does is lost or older
 * than it was: it is never made to look complete, so that a restore goes on refusing it.
 */
async function coverRevocations({ db, file, revocations, log }: SigningDeps, size: number): Promise<void> {
  if (revocations === undefined) return;
  await db.system(async (tx) => {
    await lockAppender(tx);
    const signed = Math.max(0, ...(await signedHeads(tx, file)).map((head) => head.size));
    const covered = await revocations.covered();
    if ((covered ?? 0) < signed) {
      log.error(LIST_TOO_SHORT, { signed, covered });
      return;
    }
    // Nothing more is to be said of a tree that has not grown, or of which another process said more.
    if (covered === undefined || covered < size)
      await revocations.append([{ covers: size, at: new Date().toISOString() }]);
  });
}
