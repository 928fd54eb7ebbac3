import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isReviewStatement, isSnapshotOf, openCertificate } from './certificate.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12);
const keyName = 'pii-vault-0a1b2c3d/certificates';
const text = `${keyName}\n{"companyId":1,"individualId":7}\ncopies-open-until 2026-12-21T08:00:00.000Z\n`;

function noteOf(signedText: string, shownText = signedText): string {
  const hash = createHash('sha256').update(`${keyName}\n\u0001`).update(raw).digest().subarray(0, 4);
  const blob = Buffer.concat([hash, sign(null, Buffer.from(signedText), privateKey)]);
  return `${shownText}\n— ${keyName} ${blob.toString('base64')}\n`;
}

describe('a certificate', () => {
  it('verifies with the key that signed it', () => {
    expect(openCertificate(noteOf(text), raw)).toEqual({
      keyName,
      statement: { companyId: 1, individualId: 7 },
      copiesOpenUntil: new Date('2026-12-21T08:00:00Z'),
    });
  });

  it.each([
    ['another person', noteOf(text, text.replace('7', '8')), /does not verify/],
    ['a later bound', noteOf(text, text.replace('2026', '2036')), /does not verify/],
    ['no bound', noteOf(text.replace(/copies.*\n/, '')), /is not a certificate/],
    ['a fourth line', noteOf(`${text}more\n`), /is not a certificate/],
    ['no signature', text, /is not a certificate/],
    ['text after the signature', `${noteOf(text)}x`, /another key/],
  ])('is refused with %s', (_what, note, sentence) => {
    expect(openCertificate(note, raw)).toMatch(sentence);
  });

  it('is refused with the key of another vault', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
    expect(openCertificate(noteOf(text), other.subarray(12))).toMatch(/another key/);
    expect(openCertificate(noteOf(text), Buffer.alloc(31))).toMatch(/not 32 bytes/);
  });
});

describe('the evidence of an access review', () => {
  const snapshot = { companyId: 1, lines: [{ decision: 'keep', userId: 7 }] };
  const snapshotSha256 = createHash('sha256').update(JSON.stringify(snapshot)).digest('hex');
  const review = `${keyName}\n${JSON.stringify({ certificate: 'access_review', companyId: 1, snapshotSha256 })}\n`;

  it('verifies with its lines, and with no others', () => {
    const found = openCertificate(noteOf(review), raw);
    if (typeof found === 'string' || !isReviewStatement(found.statement)) throw new Error(String(found));
    expect(found.copiesOpenUntil).toBeUndefined();
    expect(isSnapshotOf(found.statement, snapshot)).toBe(true);
    expect(isSnapshotOf(found.statement, { ...snapshot, lines: [{ decision: 'keep', userId: 8 }] })).toBe(
      false,
    );
    expect(isSnapshotOf(found.statement, undefined)).toBe(false);
  });

  it('is no certificate of an erasure, nor the other way round', () => {
    const bound = 'copies-open-until 2026-12-21T08:00:00.000Z\n';
    expect(openCertificate(noteOf(`${review}${bound}`), raw)).toMatch(/is not a certificate/);
  });
});
