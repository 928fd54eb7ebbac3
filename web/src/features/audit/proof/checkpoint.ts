import { strictBase64, toBase64, toHex } from '../../../signed-note/bytes.ts';
import { isSignedBy, noteKeyHash, parseNote } from '../../../signed-note/signed-note.ts';
import { HASH_BYTES } from './merkle.ts';
import { ProofError } from './proof-error.ts';

/** What a checkpoint commits to (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Unique name of the log. */
  readonly origin: string;
  /** Leaves in the tree. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** Parses the text of a note; lines after the third are extensions and ignored. undefined if it is not a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n');
  const [origin, size, root] = lines;
  if (lines.length < 4 || lines.at(-1) !== '' || !origin) return undefined;
  if (size === undefined || !/^(?:0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return undefined;
  const bytes = strictBase64(root ?? '');
  return bytes?.length === HASH_BYTES ? { origin, size: Number(size), root: bytes } : undefined;
}

export interface OpenedCheckpoint extends Checkpoint {
  /** Id of the signing key, eight hex digits. Computed from the key, not taken from the response. */
  readonly keyId: string;
}

interface SignedCheckpoint {
  /** C2SP signed note. */
  note: string;
  /** Base64 of the raw Ed25519 key. */
  publicKey: string;
}

/** Parses a checkpoint and checks its signature. @throws ProofError note | signature */
export async function openCheckpoint({ note, publicKey }: SignedCheckpoint): Promise<OpenedCheckpoint> {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  const keyBytes = strictBase64(publicKey);
  if (!parsed || !checkpoint || !keyBytes) throw new ProofError('note');
  const key = { name: checkpoint.origin, publicKey: keyBytes };
  if (!(await isSignedBy(parsed, key))) throw new ProofError('signature');
  return { ...checkpoint, keyId: toHex(noteKeyHash(key)) };
}

const KEY = 'audit_checkpoint';

/** The newest checkpoint that this browser has verified; the next one must extend it. Undefined before the first. */
export function readCheckpoint(): Checkpoint | undefined {
  try {
    const { origin, size, root } = JSON.parse(localStorage.getItem(KEY) ?? '') as Record<string, unknown>;
    const bytes = typeof root === 'string' ? strictBase64(root) : undefined;
    return typeof origin === 'string' && Number.isSafeInteger(size) && bytes
      ? { origin, size: Number(size), root: bytes }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores origin, size and root only; nothing about entries or people. */
export function keepCheckpoint({ origin, size, root }: Checkpoint): void {
  localStorage.setItem(KEY, JSON.stringify({ origin, size, root: toBase64(root) }));
}
