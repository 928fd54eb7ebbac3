import { describe, expect, it } from 'vitest';
import { certificateKeyName, composeCertificate } from './certificate-text.ts';

const name = certificateKeyName('0a1b2c3d-0000-4000-8000-000000000000');
const copiesOpenUntil = new Date('2026-12-21T08:00:00Z');
const compose = (statement: string | Buffer, companyId = 1) =>
  composeCertificate(name, { companyId, statement: Buffer.from(statement), copiesOpenUntil });

describe('the text of a certificate', () => {
  it('has one line each for key, statement and latest time', () => {
    expect(name).toBe('pii-vault-0a1b2c3d/certificates');
    expect(compose('{"companyId":1,"individualId":7}').toString()).toBe(
      `${name}\n{"companyId":1,"individualId":7}\ncopies-open-until 2026-12-21T08:00:00.000Z\n`,
    );
  });

  it.each([
    ['another company', '{"companyId":2}'],
    ['no company', '{}'],
    ['no JSON', 'companyId 1'],
    ['two readings', '{"companyId":2,"companyId":1}'],
    ['a second line, which could forge the latest time', '{"companyId":1\n}'],
    ['bytes that are not UTF-8', Buffer.of(0x7b, 0xff, 0x7d)],
    ['too much', `{"companyId":1,"x":"${'x'.repeat(4096)}"}`],
  ])('is refused with %s', (_what, statement) => {
    expect(() => compose(statement)).toThrow(expect.objectContaining({ reason: 'CERTIFICATE_TEXT' }));
  });
});
