import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { CompanyProvider } from '../../../../company/company-provider.tsx';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../../../testing/samples.ts';
import { problem, stubApi } from '../../../../testing/stub-api.ts';
import { IndividualsPage } from '../../pages/individuals-page.tsx';
import { noDuplicates, sampleField, sampleProfile } from '../../testing/samples.ts';

const down = () => problem(503, { status: 503, message: 'The service is down' });
const parts = {
  'GET /duplicates': noDuplicates,
  'GET /individuals/9/consents': [],
  'GET /audit-trail': [],
};
const permissions = ['pii:read', 'lineage:read', 'audit:read'] as const;

beforeAll(() => Promise.all([loadTexts('individuals'), loadTexts('erasure')]));
beforeEach(() => startSession('t', sampleUser({ permissions: [...permissions] })));

it.each([
  ['GET /duplicates', 'Duplicate Detection', '&open=1'],
  ['GET /individuals/9/consents', 'Consent history', '&open=1'],
  ['GET /audit-trail', 'History of reveals', ''],
  ['GET /duplicates', 'Duplicate Detection', ''],
] as const)(
  'a profile without the answer of %s reports the failure of %s (%s), and retries',
  async (key, title, view) => {
    let isDown = true;
    stubApi({
      'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
      'GET /individuals': [],
      'GET /individuals/summary': {},
      'GET /individuals/9': sampleProfile(9, [sampleField('pan')]),
      ...parts,
      [key]: () => (isDown ? down() : parts[key]),
    });
    renderApp(
      <CompanyProvider>
        <IndividualsPage />
      </CompanyProvider>,
      { route: `/individuals?company=1&selected=9${view}` },
    );
    const said = `${title}: not loaded. The service is down`;
    const [part] = await screen.findAllByText(said);
    const alert = part?.closest('[role=alert]');
    if (!(alert instanceof HTMLElement)) throw new Error('The failure is not an alert');
    isDown = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(alert.isConnected).toBe(false));
  },
);
