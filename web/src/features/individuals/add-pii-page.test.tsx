import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { AddPiiPage } from './pages/add-pii-page.tsx';

beforeAll(() => Promise.all([loadTexts('individuals'), loadTexts('pii')]));

it('has its heading while the companies load', () => {
  startSession('t', sampleUser());
  stubApi({ 'GET /companies': new Promise(() => {}) });
  renderApp(
    <CompanyProvider>
      <AddPiiPage />
    </CompanyProvider>,
    { route: '/individuals/new' },
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Add PII' })).toBeTruthy();
});
