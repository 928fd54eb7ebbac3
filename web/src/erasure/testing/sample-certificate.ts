import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';

const NAME = 'pii-vault-0a1b2c3d/certificates';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const AT = '2026-11-21T08:00:00.000Z';
export const COPIES_OPEN_UNTIL = '2027-12-21T08:00:00.000Z';

/** A note with a valid signature like a certificate of the vault. */
export function signedCertificate(statement: object): string {
  const text = `${NAME}\n${JSON.stringify(statement)}\ncopies-open-until ${COPIES_OPEN_UNTIL}\n`;
  const keyHash = createHash('sha256').update(`${NAME}\n\u0001`).update(raw).digest().subarray(0, 4);
  const signature = Buffer.concat([keyHash, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  return `${text}\n— ${NAME} ${signature}\n`;
}

/** An erasure after its retention period: key and values are destroyed, and `note` certifies it. */
export const certifiedErasure = (individualId: number, note: string): Erasure => ({
  companyId: 1,
  individualId,
  status: 'certified',
  reason: null,
  texts: { view: 'withheld', filled: ['reason'], identifiers: 0 },
  requestedAt: AT,
  shredAt: AT,
  shreddedAt: AT,
  verifiedSame: [],
  certificate: { note, keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e', publicKey: raw.toString('base64') },
});
