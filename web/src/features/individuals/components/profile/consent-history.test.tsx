import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '../../../../testing/screen.tsx';

const given = {
  id: 1,
  companyId: 1,
  kind: 'given',
  details: { purpose: 'kyc', date: '2026-11-01T08:00:00.000Z', alsoFor: ['support'], noticeVersion: 'v3' },
  fieldTypes: [],
  recordedAt: '2026-11-01T08:00:00.100Z',
};
const withdrawn = {
  id: 2,
  companyId: 1,
  kind: 'withdrawn',
  details: { purpose: 'kyc', date: '2026-11-05T08:00:00.000Z', withdrawnAt: '2026-11-05T08:00:00.000Z' },
  fieldTypes: ['email'],
  recordedAt: '2026-11-05T08:00:00.000Z',
};
const again = { ...given, id: 3, details: { purpose: 'kyc', date: '2026-11-06T08:00:00.000Z' } };

it('shows given and withdrawn consent, the newest first, with its field types', async () => {
  await showScreen('/individuals?company=1&selected=9&open=1', {
    'GET /individuals/9/consents': [
      given,
      withdrawn,
      { ...again, recordedAt: '2026-11-08T08:00:00.000Z' },
      { ...given, id: 1, companyId: 2 },
    ],
  });
  const region = within(await screen.findByRole('region', { name: 'Consent history' }));
  const items = region.getAllByRole('listitem').map((item) => item.textContent);
  expect(items).toEqual([
    expect.stringMatching(/Given.*recorded 8 Nov 2026/),
    expect.stringMatching(/Withdrawn.*Email/),
    expect.stringMatching(/^(?!.*recorded)(?=.*KYC, Support)(?=.*all fields).*notice v3/),
  ]);
});
