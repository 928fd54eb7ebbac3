import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sha256 } from './merkle-stack.ts';

/** A checkpoint as kept in the file (one JSON per line) or in the table. */
export interface KeptCheckpoint {
  readonly place: string;
  readonly note: string;
  readonly keyName: string;
  /** Raw Ed25519 key, base64. */
  readonly publicKey: string;
}

export interface SignedHead {
  readonly place: string;
  readonly size: number;
  readonly root: Buffer;
}

/** Reads the file; skips lines that are not JSON, such as one that a crash truncated. */
export function readCheckpointFile(path: string): KeptCheckpoint[] {
  const kept: KeptCheckpoint[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const parsed = tryJson(line);
    if (typeof parsed !== 'object' || parsed === null) continue;
    const { note, keyName, publicKey } = parsed as Record<string, unknown>;
    if (typeof note === 'string' && typeof keyName === 'string' && typeof publicKey === 'string')
      kept.push({ place: 'the checkpoint file', note, keyName, publicKey });
  }
  return kept;
}

function tryJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The signed tree head, or what is wrong with the checkpoint as the end of a sentence. */
export function openCheckpoint(kept: KeptCheckpoint, trustedKeys: ReadonlySet<string>): SignedHead | string {
  const separator = kept.note.indexOf('\n\n— ');
  const text = kept.note.slice(0, separator + 1);
  const [origin, size, root] = text.split('\n');
  if (separator < 0 || origin !== kept.keyName || !/^\d+$/.test(size ?? '')) return 'is not a checkpoint';
  const publicKey = Buffer.from(kept.publicKey, 'base64');
  const keyId = sha256(Buffer.from(`${kept.keyName}\n\u0001`), publicKey).subarray(0, 4);
  const [, name, blob] = kept.note
    .slice(separator + 2)
    .trimEnd()
    .split(' ');
  const signature = Buffer.from(blob ?? '', 'base64');
  if (name !== kept.keyName || !signature.subarray(0, 4).equals(keyId)) return 'is signed by another key';
  if (!verify(null, Buffer.from(text), ed25519(publicKey), signature.subarray(4)))
    return 'has a signature that does not verify';
  if (!trustedKeys.has(kept.publicKey)) return 'is signed with a key that is not trusted';
  return { place: kept.place, size: Number(size), root: Buffer.from(root ?? '', 'base64') };
}

function ed25519(raw: Buffer) {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
