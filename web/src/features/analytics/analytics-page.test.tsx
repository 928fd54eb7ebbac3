import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { AnalyticsPage } from './pages/analytics-page.tsx';
import { sampleAnalytics } from './testing/samples.ts';

const api = {
  'GET /companies': [
    sampleCompany(1, { name: 'Asha Bank', code: 'ASHA' }),
    sampleCompany(2, { name: 'Bodhi Health' }),
  ],
  'GET /analytics': sampleAnalytics,
  'GET /dashboard/metrics': {
    totalIndividuals: 48_213,
    activeCompanies: 2,
    crossLinks: 31,
    complianceScore: null,
  },
};

beforeAll(() => loadTexts('analytics'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['analytics:read', 'pii:read'] })));

const show = (route = '/') =>
  renderApp(
    <CompanyProvider>
      <AnalyticsPage />
    </CompanyProvider>,
    { route },
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('AnalyticsPage', () => {
  it('shows who sees personal data, and a dash for a missing score', async () => {
    stubApi(api);
    show();
    const answer = 'Values of 79 people were shown in the last 30 days, most for KYC to Ravi Iyer.';
    expect(await screen.findByText(answer)).toBeTruthy();
    expect(screen.getByText('48,213')).toBeTruthy();
    expect(await screen.findByText('31')).toBeTruthy();
    expect(
      within(screen.getByText('Compliance Score').parentElement as HTMLElement).getByText('–'),
    ).toBeTruthy();
  });

  it('requests the range and the companies of the address, and keeps them there', async () => {
    const calls = stubApi(api);
    const { router } = show('/?days=90');
    await screen.findByText('48,213');
    fireEvent.click(screen.getByRole('radio', { name: 'All companies' }));
    const asked = () =>
      calls.filter(({ key }) => key === 'GET /analytics').map(({ url }) => url.searchParams.toString());
    await waitFor(() => expect(asked()).toEqual(['companyId=1&days=90', 'days=90']));
    expect(router.state.location.search).toMatch(/days=90.*of=all/);
  });

  it('requests all companies of the user if the selected one is not readable, without a choice', async () => {
    const holds = (id: number, permissions: ('analytics:read' | 'pii:read')[]) => ({
      ...{ id, name: `Company ${id}`, role: 'pii_view' as const, permissions },
    });
    const companies = [holds(1, ['pii:read']), holds(2, ['analytics:read', 'pii:read'])];
    startSession('t', sampleUser({ permissions: ['analytics:read', 'pii:read'], companies }));
    const calls = stubApi(api);
    show('/?company=1&days=90');
    await screen.findByText('48,213');
    const asked = calls.filter(({ key }) => key === 'GET /analytics').map(({ url }) => url.search);
    expect(asked).toEqual(['?days=90']);
    expect(screen.queryByRole('radio', { name: 'All companies' })).toBeNull();
  });

  it('shows reveals from purpose to recipient, readable by keyboard and as a table', async () => {
    stubApi(api);
    show('/?tab=access');
    const label = 'Reveals by purpose and recipient, 79 people';
    const chart = await screen.findByRole('slider', { name: label });
    fireEvent.keyDown(chart, { key: 'End' });
    expect(chart.getAttribute('aria-valuetext')).toBe('Fraud prevention to Asha Rao (API client): 9 people');
    press('Reveals by purpose and recipient: Show as table');
    const table = await screen.findByRole('table', { name: 'Reveals by purpose and recipient' });
    expect(within(table).getByText('Ravi Iyer')).toBeTruthy();
    expect(within(table).getByText('70')).toBeTruthy();
    expect(within(table).getByText('Asha Rao (API client)').title).toBe('pvc_b0ad9cf7ccfde108b3f1deb1');
  });

  it.each([
    [['pvc_b0ad9cf7ccfde108b3f1deb1'], ['Revoked client']],
    [
      ['pvc_b0ad9cf7ccfde108b3f1deb1', 'pvc_77ad9cf7ccfde108b3f1deb1'],
      ['Revoked client pvc_b0ad9cf7…', 'Revoked client pvc_77ad9cf7…'],
    ],
  ])('names %s, which are revoked, %s', async (ids, names) => {
    const reveals = ids.map((actorId) => ({
      purpose: 'kyc',
      actorType: 'api_client',
      actorId,
      actorName: null,
      people: 9,
    }));
    stubApi({ ...api, 'GET /analytics': { ...sampleAnalytics, reveals } });
    show('/?tab=access');
    await screen.findByRole('slider', { name: /Reveals by purpose and recipient/ });
    press('Reveals by purpose and recipient: Show as table');
    const table = await screen.findByRole('table', { name: 'Reveals by purpose and recipient' });
    for (const name of names) expect(within(table).getByText(name)).toBeTruthy();
  });

  it('shows access by weekday and hour', async () => {
    stubApi(api);
    show('/?tab=access');
    const chart = await screen.findByRole('slider', { name: 'Access by weekday and hour, 104 entries' });
    expect(chart.getAttribute('aria-valuemax')).toBe('168');
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/^Monday from 00:\d\d: \d+ entries$/);
  });

  it('shows stored records by type and quality', async () => {
    stubApi(api);
    show('/?tab=data');
    expect(await screen.findByText('88.4')).toBeTruthy();
    const list = screen.getByRole('list', { name: 'Records by field type' });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe('Name482');
  });

  it('saves its figures in a file named after company and range', async () => {
    const saved = watchSavedFiles();
    stubApi(api);
    show();
    await screen.findByText('48,213');
    press('Export');
    expect(saved).toEqual(['analytics-asha-30d.json']);
  });

  it('reports that the figures could not be loaded, with Retry', async () => {
    stubApi({ ...api, 'GET /analytics': problem.bind(null, 503, { status: 503, message: 'Away' }) });
    show();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.queryByText('0')).toBeNull();
  });
});
