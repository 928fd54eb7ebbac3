import { sha256 } from '@noble/hashes/sha2.js';
import { concat, isSame, strictBase64 } from './bytes.ts';

/** An Ed25519 key that signs notes (C2SP signed-note). */
export interface NoteKey {
  readonly name: string;
  /** Raw 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

interface NoteSignature {
  readonly name: string;
  readonly keyHash: Uint8Array;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** A parsed note; `text` ends with a newline. */
export interface SignedNote {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const ED25519 = 0x01;
const KEY_HASH_BYTES = 4;
const SIGNATURE_BYTES = 64;
const PUBLIC_KEY_BYTES = 32;
const utf8 = new TextEncoder();

/** Signed-note key id: the first 4 bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
export const noteKeyHash = ({ name, publicKey }: NoteKey): Uint8Array =>
  sha256(concat(utf8.encode(`${name}\n`), Uint8Array.of(ED25519), publicKey)).slice(0, KEY_HASH_BYTES);

/** Parses a note; undefined if it is not a signed note. */
export function parseNote(note: string): SignedNote | undefined {
  const boundary = note.lastIndexOf('\n\n');
  if (boundary < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(boundary + 2, -1).split('\n');
  const signatures = lines.map(parseSignature).filter((one) => one !== undefined);
  if (signatures.length !== lines.length) return undefined;
  return { text: note.slice(0, boundary + 1), signatures };
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = strictBase64(encoded ?? '');
  if (name === undefined || bytes === undefined || bytes.length <= KEY_HASH_BYTES) return undefined;
  return { name, keyHash: bytes.slice(0, KEY_HASH_BYTES), signature: bytes.slice(KEY_HASH_BYTES) };
}

/** Whether the note has a valid signature of this key over its text. */
export async function isSignedBy(note: SignedNote, key: NoteKey): Promise<boolean> {
  const keyHash = noteKeyHash(key);
  const own = note.signatures.find((one) => one.name === key.name && isSame(one.keyHash, keyHash));
  if (own === undefined || key.publicKey.length !== PUBLIC_KEY_BYTES) return false;
  if (own.signature.length !== SIGNATURE_BYTES) return false;
  return verifyEd25519(key.publicKey, own.signature, utf8.encode(note.text));
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Whether an Ed25519 signature (RFC 8032) is valid. Uses Web Crypto; without Ed25519 support or a secure context, a
 * library that is loaded on demand.
 */
export async function verifyEd25519(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  return (await byBrowser(publicKey, signature, message)) ?? (await byLibrary(publicKey, signature, message));
}

/** undefined without Ed25519 support in the browser. */
async function byBrowser(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  try {
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, signature, message);
  } catch {
    return undefined;
  }
}

export async function byLibrary(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}
