import { createHash, createPublicKey, verify } from 'node:crypto';

/** What a genuine certificate says. */
export interface Certificate {
  readonly keyName: string;
  /** The statement, as its JSON says it. */
  readonly statement: unknown;
  /** By then the epoch key that could open copies made before has been destroyed. */
  readonly copiesOpenUntil: Date;
}

/** Start of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, section 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Checks a certificate (a C2SP signed note) against one raw Ed25519 public key. Written from the format alone, without
 * code of the product. Answers what is wrong with it as the end of a sentence.
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
