import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { expect, it } from 'vitest';
import { openCertificate } from './open-certificate.ts';

const NAME = 'pii-vault-0a1b2c3d/certificates';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const AT = '2026-11-21T08:00:00.000Z';
const UNTIL = '2027-12-21T08:00:00.000Z';

function noteOf(statement: object): string {
  const text = `${NAME}\n${JSON.stringify(statement)}\ncopies-open-until ${UNTIL}\n`;
  const keyHash = createHash('sha256').update(`${NAME}\n\u0001`).update(raw).digest().subarray(0, 4);
  const signature = Buffer.concat([keyHash, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  return `${text}\n— ${NAME} ${signature}\n`;
}

const erasure = (note: string): Erasure => ({
  companyId: 1,
  individualId: 48213,
  status: 'certified',
  reason: null,
  texts: { view: 'withheld', filled: ['reason'], identifiers: 0 },
  requestedAt: AT,
  shredAt: AT,
  shreddedAt: AT,
  certificate: { note, keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e', publicKey: raw.toString('base64') },
});
const own = { certificate: 'erasure', companyId: 1, individualId: 48213 };

it('a certificate about this person is genuine, and says until when copies can be opened', async () => {
  expect(await openCertificate(erasure(noteOf(own)))).toEqual({ isGenuine: true, copiesOpenUntil: UNTIL });
});

it.each([
  ['signature', noteOf(own).replace('"companyId":1', '"companyId":2')],
  ['other', noteOf({ ...own, individualId: 7 })],
  ['other', noteOf({ ...own, certificate: 'backup' })],
  ['form', 'no certificate'],
  ['form', noteOf(own).replace(`copies-open-until ${UNTIL}`, 'open for ever')],
])('is refused for its %s', async (fault, note) => {
  expect(await openCertificate(erasure(note))).toEqual({ isGenuine: false, fault });
});
