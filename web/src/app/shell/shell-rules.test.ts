import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { describe, expect, it } from 'vitest';
import { regulationBadges } from '../../company/regulation-badges.ts';
import { keyStoreLine } from '../../keys/key-store.ts';
import { exampleRow } from '../../testing/examples.ts';
import { asksForPerson } from '../palette/palette-entries.ts';

const check = (
  regulationType: string,
  score: number | null,
  readiness?: number,
  status: ComplianceCheck['status'] = score === null ? 'not_in_force' : 'compliant',
): ComplianceCheck => ({
  ...exampleRow('GET /compliance'),
  ...{ regulationType, status, score },
  ...(readiness === undefined ? {} : { readiness }),
});

describe('compliance badges', () => {
  it('average the rules in force and are coloured by band', () => {
    const badges = regulationBadges('secondary', [
      check('dpdp', 100),
      check('dpdp', 92),
      check('gdpr', 69, undefined, 'violation'),
    ]);
    expect(badges.map(({ score, tone }) => [score, tone])).toEqual([
      [96, 'success'],
      [69, 'error'],
    ]);
  });
  it('are neutral without data and before a regulation’s date', () => {
    const [dpdp, hipaa] = regulationBadges('healthcare', [check('dpdp', null, 94)]);
    expect(dpdp).toMatchObject({ kind: 'readiness', score: 94, tone: 'neutral' });
    expect(hipaa).toMatchObject({ regulation: 'HIPAA', kind: 'noData', tone: 'neutral' });
  });
  it('count rules in force without a result, and are not green then', () => {
    const unjudged = check('gdpr', null, undefined, 'unknown');
    const [, gdpr] = regulationBadges('secondary', [check('gdpr', 100), unjudged, unjudged]);
    expect(gdpr).toMatchObject({ kind: 'unjudged', score: 100, unjudged: 2, tone: 'neutral' });
    const [, low] = regulationBadges('secondary', [check('gdpr', 60, undefined, 'violation'), unjudged]);
    expect(low).toMatchObject({ kind: 'unjudged', unjudged: 1, tone: 'error' });
  });
  it('are not green if a rule is violated, whatever the mean is', () => {
    const violated = check('dpdp', 80, undefined, 'violation');
    const [dpdp] = regulationBadges('secondary', [check('dpdp', 100), check('dpdp', 100), violated]);
    expect(dpdp).toMatchObject({ kind: 'score', score: 93, tone: 'warning' });
  });
});

describe('footer', () => {
  it.each([
    ['a key file', { kind: 'local', protection: 'software' }, ['software', '', 'warning']],
    ['a device', { kind: 'pkcs11', protection: 'hsm', model: 'Luna' }, ['hsm', 'Luna', 'success']],
    [
      'a software token',
      { kind: 'pkcs11', protection: 'software', model: 'SoftHSM v2' },
      ['named', 'SoftHSM v2', 'warning'],
    ],
    [
      'an offline HSM',
      { kind: 'pkcs11', protection: 'software', status: 'offline' },
      ['named', 'PKCS#11', 'error'],
    ],
    ['a cloud', { kind: 'aws-kms', protection: 'cloud', model: 'AWS KMS' }, ['named', 'AWS KMS', 'success']],
    ['unknown', { kind: 'unknown', protection: 'unknown', status: 'offline' }, ['unknown', '', 'error']],
  ] as const)('names the kind of key store: %s', (_what, state, [text, name, tone]) => {
    expect(keyStoreLine({ status: 'online', model: null, ...state })).toEqual({ text, name, tone });
  });
});

describe('the palette', () => {
  it.each([
    ['48', true],
    ['ind_48213', true],
    ['7f3c12', true],
    ['7f', true],
    ['IND_7f3c', true],
    ['033ca842-1f90-4ff1-ada0-ceed36033098', true],
    ['Ada', false],
    ['Meera Iyer', false],
    ['meera@example.com', false],
    ['9876543210123', true],
  ])('%s is requested from the server: %s', (query, expected) => expect(asksForPerson(query)).toBe(expected));
});
