import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

/** An Ed25519 key that signs notes (C2SP signed-note). */
export interface NoteKey {
  /** Not empty, without blanks and '+'. */
  readonly name: string;
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** The parts of a note: `text` ends in a newline, `signature` is the raw 64 bytes. */
export interface SignedNote {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  readonly keyHash: Buffer;
  readonly signature: Buffer;
}

const ED25519_TYPE = 0x01;
const KEY_HASH_BYTES = 4;
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Signed-note key id: the first 4 bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
export function noteKeyHash(key: NoteKey): Buffer {
  const preimage = Buffer.concat([Buffer.from(`${key.name}\n`), Buffer.of(ED25519_TYPE), key.publicKey]);
  return hash('sha256', preimage, 'buffer').subarray(0, KEY_HASH_BYTES);
}

/** A note with one signature: the text, an empty line, `— name base64(keyHash ‖ signature)`. */
export function formatNote(text: string, key: NoteKey, signature: Uint8Array): string {
  const encoded = Buffer.concat([noteKeyHash(key), signature]).toString('base64');
  return `${text}\n— ${key.name} ${encoded}\n`;
}

/** @returns undefined when it is not a signed note */
export function parseNote(note: string): SignedNote | undefined {
  const boundary = note.lastIndexOf('\n\n');
  if (boundary < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(boundary + 2, -1).split('\n');
  const signatures = lines.map(parseSignatureLine);
  if (signatures.some((one) => one === undefined)) return undefined;
  return { text: note.slice(0, boundary + 1), signatures: signatures.filter((one) => one !== undefined) };
}

function parseSignatureLine(line: string): NoteSignature | undefined {
  const match = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line);
  if (match === null) return undefined;
  const decoded = Buffer.from(match[2] ?? '', 'base64');
  if (decoded.length <= KEY_HASH_BYTES) return undefined;
  return {
    name: match[1] ?? '',
    keyHash: decoded.subarray(0, KEY_HASH_BYTES),
    signature: decoded.subarray(KEY_HASH_BYTES),
  };
}

/** Whether the note carries a valid Ed25519 signature of this key over its text. */
export function isSignedBy(note: SignedNote, key: NoteKey): boolean {
  const keyHash = noteKeyHash(key);
  const own = note.signatures.find((one) => one.name === key.name && one.keyHash.equals(keyHash));
  return (
    own !== undefined && verify(null, Buffer.from(note.text), publicKeyObject(key.publicKey), own.signature)
  );
}

function publicKeyObject(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
}
