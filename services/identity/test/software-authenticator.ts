import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Deviations of a misbehaving authenticator. */
export interface Misbehaviour {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  /** Replaces the next value of the counter. */
  readonly counter?: number;
  /** Replaces the id of its credential. */
  readonly credentialId?: string;
  readonly challenge?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** The signed authenticator data: hash of the relying party, flags and counter. */
function authenticatorData(
  rpId: string,
  { isVerified = true }: Misbehaviour,
  counter: number,
  attested = Buffer.alloc(0),
): Buffer {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (attested.length > 0 ? HAS_CREDENTIAL : 0);
  const fixed = Buffer.alloc(5);
  fixed.writeUInt8(flags);
  fixed.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), fixed, attested]);
}

/** Public key of ES256 in COSE (RFC 9053, section 7.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return map([
    [uint(1), uint(2)],
    [uint(3), negative(-7)],
    [negative(-1), uint(1)],
    [negative(-2), bytes(Buffer.from(x, 'base64url'))],
    [negative(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/**
 * An authenticator with one ES256 credential by WebAuthn Level 3, sections 6 and 7. Answers options with JSON.
 */
export function softwareAuthenticator(origin = 'http://localhost:8080') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  const next = (more: Misbehaviour) => {
    counter = more.counter ?? counter + 1;
    return counter;
  };
  const credential = (
    response: Record<string, unknown>,
    { credentialId = id.toString('base64url') }: Misbehaviour,
  ) =>
    JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  const clientData = (type: string, challenge: string, more: Misbehaviour) => {
    const said = { type, challenge: more.challenge ?? challenge, origin: more.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
  };
  return {
    credentialId: id.toString('base64url'),
    create(optionsJson: string, more: Misbehaviour = {}): string {
      const { challenge, rp } = JSON.parse(optionsJson) as { challenge: string; rp: { id: string } };
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authenticatorData(more.rpId ?? rp.id, more, next(more), attested))],
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, more).toString('base64url');
      const attestationObject = attestation.toString('base64url');
      return credential({ clientDataJSON, attestationObject, transports: ['internal'] }, more);
    },
    get(optionsJson: string, more: Misbehaviour = {}): string {
      const { challenge, rpId } = JSON.parse(optionsJson) as { challenge: string; rpId: string };
      const client = clientData('webauthn.get', challenge, more);
      const data = authenticatorData(more.rpId ?? rpId, more, next(more));
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString(
        'base64url',
      );
      const authenticator = data.toString('base64url');
      const clientDataJSON = client.toString('base64url');
      return credential({ clientDataJSON, authenticatorData: authenticator, signature }, more);
    },
  };
}
export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Head of a CBOR item (RFC 8949, section 3), up to 65,535. */
function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}
const uint = (n: number) => head(0, n);
const negative = (n: number) => head(1, -1 - n);
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data]);
const text = (said: string) => Buffer.concat([head(3, Buffer.byteLength(said)), Buffer.from(said)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
