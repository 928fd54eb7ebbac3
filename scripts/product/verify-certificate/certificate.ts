import { createHash, createPublicKey, verify } from 'node:crypto';

/** Content of a genuine certificate. */
export interface Certificate {
  readonly keyName: string;
  /** The parsed JSON statement. */
  readonly statement: unknown;
  /** The epoch key that can open older copies (backups) is destroyed by this time. */
  readonly copiesOpenUntil: Date;
}

/** Start of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, section 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Verifies a certificate (a C2SP signed note) with a raw Ed25519 public key. Independent of the product's code: it
 * implements the format alone.
 * @returns the certificate, or what is wrong as the end of a sentence that begins with "The certificate"
 */
export function openCertificate(note: string, publicKey: Buffer): Certificate | string {
  if (publicKey.length !== 32) return 'cannot be checked: the key is not 32 bytes';
  const end = note.indexOf('\n\n— ');
  const text = note.slice(0, end + 1);
  const [keyName = '', json = '', bound = '', rest] = text.split('\n');
  const openUntil = /^copies-open-until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(bound)?.[1];
  if (end < 0 || rest !== '' || openUntil === undefined) return 'is not a certificate';
  const [line = '', after] = note.slice(end + 2).split('\n');
  const [, name, blob = ''] = line.split(' ');
  const signed = Buffer.from(blob, 'base64');
  const keyHash = createHash('sha256').update(`${keyName}\n\u0001`).update(publicKey).digest().subarray(0, 4);
  if (name !== keyName || after !== '' || !signed.subarray(0, 4).equals(keyHash))
    return 'is signed by another key';
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(text), key, signed.subarray(4)))
    return 'has a signature that does not verify';
  return { keyName, statement: JSON.parse(json), copiesOpenUntil: new Date(openUntil) };
}
