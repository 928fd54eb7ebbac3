import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { describe, expect, it } from 'vitest';
import { certificateKeyName, composeCertificate } from './certificate-text.ts';

const name = certificateKeyName('0a1b2c3d-0000-4000-8000-000000000000');
const copiesOpenUntil = new Date('2026-12-21T08:00:00Z');
const compose = (statement: string | Buffer, signer: ServiceName = 'vault') =>
  composeCertificate(name, { companyId: 1, signer, statement: Buffer.from(statement), copiesOpenUntil });

describe('the text of a certificate', () => {
  it('has one line each for key, statement and latest time', () => {
    expect(name).toBe('pii-vault-0a1b2c3d/certificates');
    expect(compose('{"certificate":"erasure","companyId":1}').toString()).toBe(
      `${name}\n{"certificate":"erasure","companyId":1}\ncopies-open-until 2026-12-21T08:00:00.000Z\n`,
    );
  });

  it('has no latest time where nothing was destroyed', () => {
    expect(compose('{"certificate":"access_review","companyId":1}', 'compliance').toString()).toBe(
      `${name}\n{"certificate":"access_review","companyId":1}\n`,
    );
  });

  it.each<[ServiceName, string]>([
    ['vault', 'access_review'],
    ['compliance', 'erasure'],
    ['lineage', 'erasure'],
    ['vault', 'anything'],
  ])('of %s is refused for the kind %s', (signer, certificate) => {
    const statement = JSON.stringify({ certificate, companyId: 1 });
    expect(() => compose(statement, signer)).toThrow(expect.objectContaining({ reason: 'CERTIFICATE_TEXT' }));
  });

  it.each([
    ['another company', '{"certificate":"erasure","companyId":2}'],
    ['no company', '{"certificate":"erasure"}'],
    ['no JSON', 'companyId 1'],
    ['two readings', '{"certificate":"erasure","companyId":2,"companyId":1}'],
    ['a second line, which could forge the latest time', '{"certificate":"erasure","companyId":1\n}'],
    ['bytes that are not UTF-8', Buffer.of(0x7b, 0xff, 0x7d)],
    ['too much', `{"certificate":"erasure","companyId":1,"x":"${'x'.repeat(4096)}"}`],
  ])('is refused with %s', (_what, statement) => {
    expect(() => compose(statement)).toThrow(expect.objectContaining({ reason: 'CERTIFICATE_TEXT' }));
  });
});
