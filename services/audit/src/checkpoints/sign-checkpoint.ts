import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { lockAppender } from '../entries/append-lock.ts';
import { badSignature, revocationsPending } from '../errors.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import { treeSize } from '../tree/proofs/proof-store.ts';
import { refuseUndone } from './check-trail.ts';
import { checkpointText } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { insertCheckpoint, type StoredCheckpoint } from './checkpoint-store.ts';
import { formatNote, isSignedBy, type NoteKey, parseNote } from './signed-note.ts';
import { readTreeHead, rootAt, signedHeads } from './tree-head.ts';

export interface SigningDeps {
  readonly db: Pick<Database, 'system'>;
  readonly signer: Pick<RpcClient<typeof SigningService>, 'signCheckpoint' | 'getCheckpointKey'>;
  /** Undefined when no place outside the database is configured. */
  readonly file: CheckpointFile | undefined;
  /** The list of revocations outside the database; undefined when none is configured. */
  readonly revocations: Pick<RevocationFile, 'append' | 'coverage' | 'uncovered'> | undefined;
  readonly log: Pick<Logger, 'error'>;
  self(): Ctx;
}

/**
 * Signs the current tree through crypto, checks the signature and stores it, first in the file and then in the
 * database. So the database never has a checkpoint that the file lacks.
 * @throws AppError UNAVAILABLE when crypto is unavailable or a listed revocation is still on the bus; DATA_LOSS when
 * the signature does not verify, or when the tree contradicts an earlier checkpoint or the list of revocations
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
 * Runs before the checkpoint is written: a list that covers less than the last checkpoint is incomplete. If it already
 * does, it is lost or an older copy. It is not extended then, so that a restore still refuses it. The line states the
 * tree of this moment: revocations listed since `size` was read are in it.
 */
async function coverRevocations({ db, file, revocations, log }: SigningDeps, size: number): Promise<void> {
  if (revocations === undefined) return;
  await db.system(async (tx) => {
    await lockAppender(tx);
    const { pending } = await refuseUndone(tx, revocations);
    const signed = Math.max(0, ...(await signedHeads(tx, file)).map((head) => head.size));
    const covered = (await revocations.coverage())?.covers;
    if ((covered ?? 0) < signed) {
      log.error(LIST_TOO_SHORT, { signed, covered });
      return;
    }
    // The list needs no line if the tree has not grown, or another process has already covered a larger size.
    if (covered !== undefined && covered >= size) return;
    if (pending > 0) throw revocationsPending(pending);
    const now = await treeSize(tx);
    const root = (await rootAt(tx, now)).toString('base64');
    await revocations.append([{ covers: now, root, at: new Date().toISOString() }]);
  });
}
