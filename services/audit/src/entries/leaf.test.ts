import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { describe, expect, it } from 'vitest';
import { columnsOf, decryptedValues } from './columns.ts';
import { type Leaf, leafBytes, leafOf } from './leaf.ts';

const PLACE = { producer: 'vault', epoch: 1, seq: 12, companySeq: 3 };

function entry(fields: Partial<AuditEntry>): AuditEntry {
  return AuditEntry.decode(
    AuditEntry.encode({
      ...AuditEntry.decode(new Uint8Array()),
      action: 'field_decrypt',
      occurredAt: new Date('2026-11-21T08:00:00.123Z'),
      ...fields,
    }).finish(),
  );
}

describe('leaf', () => {
  it('has one canonical form and omits empty members', () => {
    const leaf = leafOf(
      entry({ actorType: 'user', actorId: '7', companyId: 1, fieldNames: ['pan', 'aadhaar'] }),
      PLACE,
    );
    expect(leafBytes(leaf).toString()).toBe(
      '{"action":"field_decrypt","actorId":"7","actorType":"user","companyId":1,"companySeq":3,"epoch":1,' +
        '"fieldNames":["pan","aadhaar"],"producer":"vault","seq":12,"timestamp":"2026-11-21T08:00:00.123Z","version":1}',
    );
  });

  it('keeps every field of the entry', () => {
    const full = entry({
      onBehalfOf: '9',
      companyId: 1,
      individualId: 2,
      piiFieldId: 3,
      individualIds: [4, 5],
      purpose: 'kyc',
      decision: 'refused',
      reason: 'CONSENT',
      ipAddress: '::1',
      userAgent: 'x',
      requestId: 'r',
      ticket: 'reveal',
      objectIds: { linkId: '7' },
      counts: { accepted: 2 },
      ciphertextSha256: Buffer.alloc(32, 1),
      consentSha256: Buffer.alloc(32, 2),
    });
    const leaf = leafOf(full, PLACE);
    const present = Object.entries(leaf).filter(([, value]) => value !== undefined);
    expect(present.map(([name]) => name).sort()).toEqual([
      'action',
      'ciphertextSha256',
      'companyId',
      'companySeq',
      'consentSha256',
      'counts',
      'decision',
      'epoch',
      'individualId',
      'individualIds',
      'ipAddress',
      'objectIds',
      'onBehalfOf',
      'piiFieldId',
      'producer',
      'purpose',
      'reason',
      'requestId',
      'seq',
      'ticket',
      'timestamp',
      'userAgent',
      'version',
    ]);
    const columns = columnsOf(JSON.parse(leafBytes(leaf).toString()) as Leaf);
    expect(columns).toEqual(columnsOf(leaf));
  });

  it('refuses an entry without time', () => {
    expect(() => leafOf(entry({ occurredAt: undefined }), PLACE)).toThrow(RangeError);
  });
});

describe('columns', () => {
  const flags = (fields: Partial<AuditEntry>) => columnsOf(leafOf(entry(fields), PLACE)).complianceFlags;

  it('flag a reveal without purpose and a found violation', () => {
    expect(flags({ ticket: 'reveal', decision: 'allowed', purpose: 'kyc' })).toEqual({
      violation: false,
      dpdpCompliant: true,
    });
    expect(flags({ ticket: 'reveal', decision: 'allowed' })).toEqual({
      violation: false,
      dpdpCompliant: false,
    });
    expect(flags({ ticket: 'reveal', decision: 'refused' })).toEqual({
      violation: false,
      dpdpCompliant: true,
    });
    expect(flags({ action: 'compliance_violation' })).toEqual({ violation: true, dpdpCompliant: false });
  });

  it('name the rule of a violation and the field type of a single field', () => {
    const violation = leafOf(
      entry({ action: 'compliance_violation', objectIds: { ruleId: 'DPDP-SEC-C1' } }),
      PLACE,
    );
    expect(columnsOf(violation).details.violationType).toBe('DPDP-SEC-C1');
    expect(columnsOf(leafOf(entry({ fieldNames: ['pan'] }), PLACE)).details.fieldType).toBe('pan');
    expect(columnsOf(leafOf(entry({ fieldNames: ['pan', 'dob'] }), PLACE)).details.fieldType).toBeUndefined();
  });

  it('count the decrypted values by the entry', () => {
    const count = (fields: Partial<AuditEntry>) => decryptedValues(leafOf(entry(fields), PLACE));
    expect(count({ fieldNames: ['pan', 'dob'] })).toBe(2);
    expect(count({ fieldNames: ['external_id'], individualIds: [1, 2, 3] })).toBe(3);
    expect(count({ fieldNames: ['pan'], counts: { values: 40 } })).toBe(40);
    expect(count({})).toBe(0);
  });
});
