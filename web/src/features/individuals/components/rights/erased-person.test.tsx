import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../../../company/company-provider.tsx';
import { certifiedErasure, signedCertificate } from '../../../../erasure/testing/sample-certificate.ts';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../../../testing/samples.ts';
import { watchSavedFiles } from '../../../../testing/saved-files.ts';
import { problem, stubApi } from '../../../../testing/stub-api.ts';
import { IndividualsPage } from '../../pages/individuals-page.tsx';
import { noDuplicates } from '../../testing/samples.ts';

const ERASURE = 'GET /individuals/9/erasure';
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /individuals/9': problem.bind(null, 410, { status: 410, message: 'Erased', reason: 'ERASED' }),
  'GET /duplicates': noDuplicates,
  'GET /audit-trail': [],
};

function open(erasure: unknown) {
  stubApi({ ...answers, [ERASURE]: erasure });
  renderApp(
    <CompanyProvider>
      <IndividualsPage />
    </CompanyProvider>,
    { route: '/individuals?company=1&selected=9&open=1' },
  );
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeAll(() => Promise.all([loadTexts('individuals'), loadTexts('erasure')]));
beforeEach(() => startSession('t', sampleUser({ permissions: ['pii:read', 'pii:erase'] })));

describe('an erased person after the retention period', () => {
  it('has a certificate that can be saved and is checked in the browser', async () => {
    const saved = watchSavedFiles();
    const note = signedCertificate({ certificate: 'erasure', companyId: 1, individualId: 9 });
    open([certifiedErasure(9, note)]);
    expect(await screen.findByText('Certified')).toBeTruthy();
    expect(screen.queryByText('not yet')).toBeNull();
    await press('Download');
    expect(saved).toEqual(['erasure-certificate-1-9.txt']);
    await press('Verify');
    expect(
      await screen.findByText(/^Genuine: the signature holds, and it is about this person/),
    ).toBeTruthy();
  });

  it('refuses the certificate of another person', async () => {
    const note = signedCertificate({ certificate: 'erasure', companyId: 1, individualId: 7 });
    open([certifiedErasure(9, note)]);
    await press('Verify');
    expect(await screen.findByText('The certificate is about another person.')).toBeTruthy();
  });

  it('reports that the state of the erasure could not be loaded, and loads it by Retry', async () => {
    let isDown = true;
    const note = signedCertificate({ certificate: 'erasure', companyId: 1, individualId: 9 });
    open(() => (isDown ? problem(503, { status: 503, message: 'Down' }) : [certifiedErasure(9, note)]));
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    isDown = false;
    await press('Retry');
    expect(await screen.findByText('Certified')).toBeTruthy();
  });
});
