import { expect, it } from 'vitest';
import { noticeMail } from './notice-mail.ts';
import { NOTICE_KINDS } from './notice-words.ts';

const notice = {
  companyId: 3,
  actorType: 'api_client',
  actorId: 'pvc_1',
  onBehalfOf: '12',
  reason: '',
  objectIds: { webhookId: '8', otherCompanyId: '5' },
  occurredAt: new Date('2026-11-21T08:04:59.900Z'),
  isLast: false,
};
const reader = { id: 4, email: 'asha@example.org', firstName: 'Asha', language: 'en' } as const;
const mailOf = (kind: string, language: 'en' | 'hi', more: object = {}) =>
  noticeMail({ ...reader, language }, 9, { ...notice, kind, ...more }, 'https://vault.example.org');

it.each([...NOTICE_KINDS, 'of a later version'])('%s has words in both languages', (kind) => {
  const [english, hindi] = [mailOf(kind, 'en'), mailOf(kind, 'hi')];
  for (const { text, subject } of [english, hindi]) {
    expect(subject).toContain('PII Vault');
    expect(`${subject} ${text}`).not.toMatch(/undefined|\[object/);
    expect(text).toContain('https://vault.example.org/');
  }
  expect(english.text).toContain('By: API client pvc_1 of user 12\nWhen: 2026-11-21 08:04 UTC');
  expect(hindi.subject).toMatch(/[\u0900-\u097f]/);
  expect(hindi.text).toContain('किसने: उपयोगकर्ता 12 का API क्लाइंट pvc_1');
});

it('states what a stopped credential cannot do, and that other alarms stop nothing', () => {
  const probe = { reason: 'PROBE_LINKS', objectIds: { credential: 'user:7', otherCompanyId: '5' } };
  expect(mailOf('matching_probe', 'en', probe).text).toContain('The credential user:7');
  expect(mailOf('matching_probe', 'en', probe).text).toContain('Its new links are not shown');
  for (const reason of ['PROBE_IMPORTS', 'PROBE_BULK', 'PROBE_WAITING'])
    expect(mailOf('matching_probe', 'en', { ...probe, reason }).text).toContain('Nothing is stopped.');
});

it('says that it is the last one of the day', () => {
  const last = { en: 'the last mail of this kind', hi: 'आख़िरी ईमेल' };
  for (const language of ['en', 'hi'] as const) {
    expect(mailOf('webhook_create', language).text).not.toContain(last[language]);
    expect(mailOf('webhook_create', language, { isLast: true }).text).toContain(last[language]);
  }
});

it('has the same Message-ID when it is sent again, and another for another reader', () => {
  expect(mailOf('budget_alarm', 'en').messageId).toBe('<notice-9-4@vault.example.org>');
});
