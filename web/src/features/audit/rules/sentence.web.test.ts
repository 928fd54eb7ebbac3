import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { sampleEntry } from '../../../testing/samples.ts';
import { auditActions, lookOf } from './actions.ts';
import { detailItems, shortUserAgent } from './details.ts';
import { partsOf, sentenceOf, templateOf } from './sentence.ts';

const words = () => ({
  t: i18next.getFixedT(null, 'audit'),
  number: String,
  companyName: (id: number) => `Company ${id}`,
});
function say(entry: AuditTrailEntry): string {
  const { key, slots } = sentenceOf(entry, words());
  return partsOf(words().t(`sentence.${key}`), slots)
    .map((part) => (typeof part === 'string' ? part : part.slot.text))
    .join('');
}

beforeAll(() => loadTexts('audit'));

describe('actions', () => {
  it('are exactly those of the platform', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../../../../services/platform/src/domain/audit-actions.ts'),
      'utf8',
    );
    const list = source.slice(source.indexOf('AUDIT_ACTIONS = ['), source.indexOf('] as const'));
    expect([...auditActions].sort()).toEqual([...list.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort());
  });
  it('are marked as refused for any refused action', () => {
    const refused = sampleEntry('field_decrypt', { details: { decision: 'refused' } });
    expect(lookOf(refused)).toMatchObject({ badge: 'refused', tone: 'error' });
    expect(lookOf(sampleEntry('field_decrypt')).badge).toBe('allowed');
    expect(lookOf(sampleEntry('not_yet_known')).badge).toBe('other');
  });
});

describe('jobs', () => {
  const root = join(import.meta.dirname, '../../../../../');
  const jobs = globSync('services/*/src/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bjob: '(\w+)'/g)].map(([, job]) => job ?? ''),
  );
  it('are found', () => expect(jobs).toContain('sample_children'));
  it('have a name each', () => {
    expect(jobs.filter((job) => !i18next.exists(`job.${job}`, { ns: 'audit' }))).toEqual([]);
  });
});

describe('sentences', () => {
  it.each([
    [
      'field_decrypt',
      { individualId: 48213, details: { fieldNames: ['pan', 'name'], purpose: 'kyc' } },
      'Ravi Nair revealed PAN, name of IND_48213 for KYC',
    ],
    [
      'field_decrypt',
      { individualId: 9, details: { decision: 'refused', purpose: 'marketing', fieldNames: ['email'] } },
      'Ravi Nair tried to reveal email of IND_9 for Marketing',
    ],
    [
      'cross_company_link',
      { actorType: 'service', details: { counts: { edges: 29 }, fieldNames: ['pan'] } },
      'The system found 29 links from Asha Bank to other companies by PAN',
    ],
    [
      'import_finish',
      { details: { counts: { accepted: 4000, rejected: 12, processed: 4012 } } },
      'Ravi Nair finished import #–: 4000 people stored, 12 rows rejected',
    ],
    [
      'key_rotate',
      { details: { objectIds: { keyPurpose: 'field', keyVersion: '8' } } },
      'Ravi Nair rotated the field key v8 of Asha Bank',
    ],
    [
      'link_agreement_create',
      { details: { purpose: 'kyc', objectIds: { otherCompanyId: '2' } } },
      'Ravi Nair proposed a link agreement between Asha Bank and Company 2 for KYC',
    ],
    [
      'login_failure',
      { details: { reason: 'WRONG_PASSWORD', objectIds: { userId: '5' } } },
      'A sign-in of user 5 was refused: wrong password',
    ],
    [
      'session_confirm',
      { details: { decision: 'refused', reason: 'WRONG_PASSWORD' } },
      'Ravi Nair could not confirm their identity: wrong password',
    ],
    [
      'audit_verify',
      { details: { reason: 'NOT_VERIFIED' } },
      'Ravi Nair verified the audit trail and found it invalid',
    ],
    [
      'data_create',
      { details: { fieldNames: ['name'], individualIds: [1, 2], counts: { individuals: 2 } } },
      'Ravi Nair added name of 2 people',
    ],
    [
      'role_assign',
      { details: { objectIds: { userId: '4', role: 'admin' } } },
      'Ravi Nair gave user 4 the role Admin in Asha Bank',
    ],
    [
      'company_status',
      { details: { objectIds: { from: 'active', to: 'suspended' } } },
      'Ravi Nair changed the status of Asha Bank from Active to Suspended',
    ],
    [
      'data_work',
      { actorType: 'service', details: { objectIds: { job: 'match_backfill' }, fieldNames: [] } },
      'The system read no values for the re-encoding of all people of Asha Bank',
    ],
    ['brand_new', {}, 'Ravi Nair performed brand new'],
    [
      'register_update',
      { details: { objectIds: { register: 'grievances', entryId: '7' }, fieldNames: ['status'] } },
      'Ravi Nair changed grievance #7 of Asha Bank',
    ],
    [
      'register_update',
      {
        details: {
          objectIds: { register: 'access_reviews', entryId: '7', step: 'decided', decision: 'revoke' },
        },
      },
      'Ravi Nair revoked one access in access review #7 of Asha Bank',
    ],
    [
      'text_read',
      { details: { objectIds: { register: 'incidents', entryIds: '1 2 3 4' } } },
      'Ravi Nair read the notes of breach incident #1, #2, #3 … of Asha Bank',
    ],
    [
      'data_export',
      { details: { objectIds: { list: 'audit-trail', format: 'csv' } } },
      'Ravi Nair exported the audit trail of Asha Bank',
    ],
    [
      'access_rule_add',
      { details: { objectIds: { kind: 'ip', rule: '203.0.113.0/24' } } },
      'Ravi Nair added 203.0.113.0/24 to the access list',
    ],
    [
      'address_block',
      { details: { objectIds: { ipAddress: '203.0.113.9' } } },
      'Ravi Nair blocked the address 203.0.113.9',
    ],
    [
      'budget_alarm',
      { details: { objectIds: { budget: 'search' }, counts: { limit: 200, used: 200 } } },
      'Ravi Nair reached the limit of 200 for searches by value in Asha Bank and was refused more',
    ],
    [
      'approval_request',
      { details: { purpose: 'kyc', objectIds: { approvalId: '4', kind: 'erase' }, counts: { people: 50 } } },
      'Ravi Nair requested approval #4 to erase 50 people for KYC',
    ],
    [
      'data_work',
      {
        actorType: 'service',
        details: { objectIds: { job: 'register_update', register: 'grievances', entryId: '7' } },
      },
      'The system read the notes of grievance #7 of Asha Bank to save a change; no user saw them',
    ],
    [
      'access_refused',
      {
        details: {
          decision: 'refused',
          reason: 'PERMISSION_DENIED',
          objectIds: { rpc: '/piivault.identity.v1.Users/ListUsers', permission: 'users:manage' },
        },
      },
      'Ravi Nair was refused the call List users: permission Manage users missing',
    ],
    [
      'session_confirm',
      { details: { decision: 'refused', reason: 'NOT_YET_KNOWN' } },
      'Ravi Nair could not confirm their identity: not yet known',
    ],
  ] as const)('%s', (action, change, expected) => {
    expect(say(sampleEntry(action, change as Parameters<typeof sampleEntry>[1]))).toBe(expected);
  });
  it('do not describe listed external ids as masked', () => {
    const details = { fieldNames: ['external_id'], fieldType: 'external_id', individualIds: [1, 2] };
    const entry = sampleEntry('field_view', { details });
    expect(say(entry)).toBe('Ravi Nair listed external ID of 2 people');
    expect(lookOf(entry).badge).toBe('view');
  });
  it('name an API client by its owner or the start of its id, and an unknown user by number', () => {
    expect(say(sampleEntry('logout', { actorType: 'api_client', actorId: 'partner-7' }))).toBe(
      'Ravi Nair (API client) logged out',
    );
    const actor = {
      actorType: 'api_client',
      actorId: 'pvc_b0ad9cf7ccfde108b3f1deb1',
      actorName: null,
    } as const;
    expect(say(sampleEntry('logout', actor))).toBe('pvc_b0ad9cf7… (API client) logged out');
    expect(say(sampleEntry('logout', { actorName: null }))).toBe('user 2 logged out');
  });
});

const forms: ReadonlyArray<[string, Parameters<typeof sampleEntry>[1]]> = [
  ['allowed', {}],
  ['for a purpose', { details: { purpose: 'kyc' } }],
  ['refused', { details: { decision: 'refused' } }],
  ['refused for a purpose', { details: { decision: 'refused', purpose: 'kyc' } }],
];

describe.each(['en', 'hi'])('in %s', (language) => {
  beforeAll(() => i18next.changeLanguage(language));
  it.each(forms)('every action has a complete sentence, a name and a badge: %s', (form, change) => {
    for (const action of auditActions) {
      const entry = sampleEntry(action, change);
      const has = (key: string) => i18next.exists(key, { lng: language });
      const text = say(entry);
      expect(text, action).not.toMatch(/[<>{}]|undefined|NaN|sentence\./);
      if (action !== 'login_failure') expect(text).toContain('Ravi Nair');
      if (form === 'for a purpose' && templateOf(entry).endsWith('_for')) expect(text).toContain('KYC');
      for (const key of [`audit:sentence.${templateOf(entry)}`, `audit-actions:${action}`])
        expect(has(key), key).toBe(true);
      expect(has(`audit:outcome.${lookOf(entry).badge}`), action).toBe(true);
    }
  });
});

describe('details', () => {
  it('cut the user agent to 50 characters', () => {
    expect(shortUserAgent('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
    expect(shortUserAgent('x'.repeat(50))).toBe('x'.repeat(50));
    expect(shortUserAgent(null)).toBe('–');
  });
  it('contain the full id of an API client and the code of a purpose', async () => {
    await i18next.changeLanguage('en');
    const entry = sampleEntry('field_decrypt', {
      actorType: 'api_client',
      actorId: 'pvc_b0ad9cf7ccfde108b3f1deb1',
      details: { purpose: 'fraud_prevention', fieldNames: ['pan', 'dob'] },
    });
    const items = detailItems(entry, true, { ...words(), dateTime: String });
    expect(items).toContainEqual({ label: 'API client', value: 'pvc_b0ad9cf7ccfde108b3f1deb1' });
    expect(items).toContainEqual({ label: 'Purpose code', value: 'fraud_prevention' });
    expect(items).toContainEqual({ label: 'Fields', value: 'PAN, Date of birth' });
    expect(items).toContainEqual({ label: 'Decision', value: 'allowed: Fraud prevention' });
  });
  it('show whether this browser has verified the leaf', async () => {
    await i18next.changeLanguage('en');
    const leafOf = (isIncluded: boolean) =>
      detailItems(sampleEntry('logout'), isIncluded, { ...words(), dateTime: String }).find(
        (item) => item.label === 'Leaf',
      )?.value;
    expect(leafOf(true)).toBe('4, included in checkpoint');
    expect(leafOf(false)).toBe('4, not verified here yet');
  });
});
