import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleUser } from '../../../../testing/samples.ts';
import { stubApi } from '../../../../testing/stub-api.ts';
import { ConsentHistory } from './consent-history.tsx';

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

beforeAll(() => loadTexts('individuals'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['pii:read'] })));

describe('ConsentHistory', () => {
  it('shows given and withdrawn consent, the newest first, with its field types', async () => {
    stubApi({
      'GET /individuals/9/consents': [
        given,
        withdrawn,
        { ...again, recordedAt: '2026-11-08T08:00:00.000Z' },
        { ...given, id: 1, companyId: 2 },
      ],
    });
    renderApp(<ConsentHistory individualId={9} companyId={1} />);
    const items = within(await screen.findByRole('list')).getAllByRole('listitem');
    expect(items).toHaveLength(3);
    const [newest, middle, oldest] = items.map((item) => item.textContent ?? '');
    expect(newest).toContain('Given');
    expect(newest).toContain('recorded Nov 08, 2026');
    expect(middle).toContain('Withdrawn');
    expect(middle).toContain('Email');
    expect(oldest).toContain('KYC, Support');
    expect(oldest).toContain('all fields');
    expect(oldest).toContain('notice v3');
    expect(oldest).not.toContain('recorded');
  });
});
