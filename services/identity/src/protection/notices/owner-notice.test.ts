import { expect, it } from 'vitest';
import { type OwnerNotice, ownerMail } from './owner-notice.ts';

const owner = { email: 'owner@example.org', firstName: 'Asha' };
const at = new Date('2026-11-21T08:04:59.900Z');
const mailOf = (notice: OwnerNotice) => ownerMail(owner, notice, 'Root Admin <root@example.org>', at);

it.each<[OwnerNotice, string]>([
  [{ kind: 'password_changed' }, 'API credentials still work'],
  [{ kind: 'password_reset' }, 'API credentials of the account ended'],
  [{ kind: 'password_set' }, 'An administrator set the password'],
  [{ kind: 'credentials_generated', clientId: 'pvc_1' }, 'client pvc_1'],
  [{ kind: 'credentials_rotated', clientId: 'pvc_1' }, 'The former secret no longer works'],
  [{ kind: 'factor_added', factor: 'totp', name: 'Phone' }, 'authenticator app "Phone" was added to'],
  [{ kind: 'factor_renamed', factor: 'passkey', name: 'Key' }, 'passkey "Key" was renamed in'],
  [{ kind: 'factor_removed', factor: 'passkey', name: 'Key' }, 'passkey "Key" was removed from'],
  [{ kind: 'recovery_codes_renewed' }, 'The former codes no longer work'],
  [{ kind: 'recovery_code_used', left: 9 }, '9 codes are left'],
  [{ kind: 'factors_reset' }, 'An administrator removed every second factor'],
  [{ kind: 'token_made', companyId: 3, role: 'admin' }, 'company 3, role Admin'],
  [{ kind: 'role_changed', role: 'admin', companyId: null }, 'Admin, in all companies'],
  [{ kind: 'role_changed', role: 'admin', companyId: 3 }, 'Admin, in company 3'],
  [{ kind: 'company_role_given', role: 'admin', companyId: 3 }, 'role Admin in company 3'],
  [{ kind: 'company_role_removed', role: 'admin', companyId: 3 }, 'no longer have the role Admin'],
])('%o names the change, the actor and the time', (notice, words) => {
  const { to, subject, text } = mailOf(notice);
  expect(to).toBe(owner.email);
  expect(subject).toContain('PII Vault');
  expect(text).toContain(words);
  expect(text).toContain('By: Root Admin <root@example.org>\nWhen: 2026-11-21 08:04 UTC');
});

it('mails a change of the address to the previous one', () => {
  const notice = { kind: 'address_changed', formerEmail: 'former@example.org' } as const;
  expect(mailOf(notice).to).toBe('former@example.org');
});

it('shows no name as a link', () => {
  for (const name of ['evil.com', 'evil\u3002com', 'evil\uff0ecom', 'evil\uff61com'])
    expect(
      ownerMail({ ...owner, firstName: name }, { kind: 'factors_reset' }, 'Root', at).text,
    ).not.toContain(name);
  const reader = { ...owner, firstName: 'https://evil.example/x' };
  expect(ownerMail(reader, { kind: 'factors_reset' }, 'Root', at).text).toContain(
    'Hello https: / / evil. example/ x,',
  );
  expect(mailOf({ kind: 'factor_added', factor: 'totp', name: 'evil.example' }).text).toContain(
    '"evil. example"',
  );
});
