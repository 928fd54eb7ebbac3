import { strictBase64, toHex } from '../../../signed-note/bytes.ts';
import { isSignedBy, noteKeyHash, parseNote } from '../../../signed-note/signed-note.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { ProofError } from './proof-error.ts';

export interface OpenedCheckpoint extends Checkpoint {
  /** Of the key that signed, eight hex digits; computed, not taken from the answer. */
  readonly keyId: string;
}

interface SignedCheckpoint {
  /** C2SP signed note. */
  note: string;
  /** Base64 of the raw Ed25519 key. */
  publicKey: string;
}

/** Reads a checkpoint and checks its signature. @throws ProofError note | signature */
export async function openCheckpoint({ note, publicKey }: SignedCheckpoint): Promise<OpenedCheckpoint> {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  const keyBytes = strictBase64(publicKey);
  if (!parsed || !checkpoint || !keyBytes) throw new ProofError('note');
  const key = { name: checkpoint.origin, publicKey: keyBytes };
  if (!(await isSignedBy(parsed, key))) throw new ProofError('signature');
  return { ...checkpoint, keyId: toHex(noteKeyHash(key)) };
}
