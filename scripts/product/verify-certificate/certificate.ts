import { createHash, createPublicKey, verify } from 'node:crypto';

/** Content of a genuine certificate. */
export interface Certificate {
  readonly keyName: string;
  /** The parsed JSON statement. */
  readonly statement: unknown;
  /** Of an erasure: the epoch key that can open older copies (backups) is destroyed by this time. */
  readonly copiesOpenUntil?: Date;
}

/** What the certificate of an access review states of the reviewed lines. */
export interface ReviewStatement {
  readonly certificate: 'access_review';
  readonly snapshotSha256: string;
}

const BOUND = /^copies-open-until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n$/;

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
  const [keyName = '', json = '', ...rest] = text.split('\n');
  const openUntil = BOUND.exec(rest.join('\n'))?.[1];
  // Only an erasure has the third line.
  const isReview = rest.length === 1 && rest[0] === '';
  if (end < 0 || (openUntil === undefined && !isReview)) return 'is not a certificate';
  const [line = '', after] = note.slice(end + 2).split('\n');
  const [, name, blob = ''] = line.split(' ');
  const signed = Buffer.from(blob, 'base64');
  const keyHash = createHash('sha256').update(`${keyName}\n\u0001`).update(publicKey).digest().subarray(0, 4);
  if (name !== keyName || after !== '' || !signed.subarray(0, 4).equals(keyHash))
    return 'is signed by another key';
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(text), key, signed.subarray(4)))
    return 'has a signature that does not verify';
  const statement: unknown = JSON.parse(json);
  if (isReview !== isReviewStatement(statement)) return 'is not a certificate';
  return { keyName, statement, ...(openUntil === undefined ? {} : { copiesOpenUntil: new Date(openUntil) }) };
}

export function isReviewStatement(statement: unknown): statement is ReviewStatement {
  if (typeof statement !== 'object' || statement === null) return false;
  const { certificate, snapshotSha256 } = statement as Record<string, unknown>;
  return certificate === 'access_review' && typeof snapshotSha256 === 'string';
}

/**
 * Whether the snapshot in an evidence file is the one that the certificate states. The file has the bytes that were
 * hashed: JSON without blanks, whose numbers are integers, so parsing and writing it again gives the same.
 */
export function isSnapshotOf({ snapshotSha256 }: ReviewStatement, snapshot: unknown): boolean {
  const written = JSON.stringify(snapshot) ?? '';
  return createHash('sha256').update(written).digest('hex') === snapshotSha256;
}
