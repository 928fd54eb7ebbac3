import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { CompliancePage } from './pages/compliance-page.tsx';
import { later, sampleCheck, sampleReport, unjudged, violated } from './testing/samples.ts';

const day = '2026-11-21';
const trend = [
  { regulationType: 'dpdp', days: [{ day, score: null, readiness: 94, violations: 0 }] },
  { regulationType: 'gdpr', days: [{ day, score: 70, readiness: null, violations: 1 }] },
];
const REPORTS = 'GET /compliance/reports';
const api = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /compliance': [sampleCheck(), violated, unjudged, later],
  'GET /compliance/trend': trend,
  'GET /compliance/history': [violated],
  'GET /access-reviews': [],
  [REPORTS]: [sampleReport()],
};

beforeAll(async () => {
  await loadTexts('compliance');
  await loadTexts('charts');
});
beforeEach(() => startSession('t', sampleUser({ permissions: ['compliance:read', 'compliance:manage'] })));

const show = (route = '/') =>
  renderApp(
    <CompanyProvider>
      <CompliancePage />
    </CompanyProvider>,
    { route },
  );
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('CompliancePage', () => {
  it('filters the checks by status, in the address', async () => {
    stubApi(api);
    show('/?tab=regulations&status=unknown');
    const table = await screen.findByRole('grid', { name: 'Checks' });
    expect(within(table).getByText('Erasure is carried out')).toBeTruthy();
    expect(within(table).queryByText('Processing is secured')).toBeNull();
  });

  it('names the violated rule, with a link and the next step', async () => {
    stubApi(api);
    show();
    expect(
      await screen.findByText(/1 rule in force is violated. First: GDPR, Records of processing are kept/),
    ).toBeTruthy();
    press('See GDPR-30');
    const panel = await screen.findByRole('complementary', { name: 'Check' });
    expect(within(panel).getByText('Register these purposes, or end the sharing.')).toBeTruthy();
    expect(within(panel).getByText('GDPR Art. 32(1)')).toBeTruthy();
    expect(within(panel).getByText('Rows sampled')).toBeTruthy();
  });

  it('saves every check of a rule as a file', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi({ ...api, 'GET /compliance/history/export': csvFile('history.csv') });
    show('/?tab=regulations&rule=GDPR-30');
    fireEvent.click(await screen.findByRole('button', { name: 'Export history' }));
    await waitFor(() => expect(saved).toEqual(['history.csv']));
    const asked = calls.find(({ key }) => key === 'GET /compliance/history/export');
    expect(asked?.url.search).toBe('?companyId=1&ruleId=GDPR-30&format=csv');
  });

  it('reports that the history of the rings could not be loaded, and keeps the rings', async () => {
    stubApi({ ...api, 'GET /compliance/trend': () => problem(503, { status: 503, message: 'Down' }) });
    show();
    expect(await screen.findByText('History of 30 days: not loaded. Down')).toBeTruthy();
    expect(screen.getByText('Readiness')).toBeTruthy();
  });

  it('shows readiness before the date and missing data as separate states', async () => {
    stubApi(api);
    show();
    expect(await screen.findByRole('img', { name: 'Readiness: 94' })).toBeTruthy();
    expect(screen.getByText(/not yet in force: from/)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Score: 70' })).toBeTruthy();
    expect(screen.getByText(/1 without data/)).toBeTruthy();
    expect(screen.getByText('Not yet in force')).toBeTruthy();
  });

  it('shows the history as a chart and a table, with gaps as no data', async () => {
    stubApi(api);
    show();
    const chart = await screen.findByRole('slider', { name: 'Score by regulation' });
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/DPDP readiness 94 · GDPR 70/);
    press('Score by regulation: Show as table');
    const table = await screen.findByRole('table', { name: 'Score by regulation' });
    expect(within(table).getByText('94')).toBeTruthy();
  });

  it('runs the checks now and shows the results', async () => {
    const calls = stubApi({ ...api, 'POST /compliance/run': [sampleCheck()] });
    show();
    await screen.findByText(/1 rule in force is violated/);
    press('Run checks now');
    expect(
      await screen.findByText('Every rule in force is kept, and every later one would be.'),
    ).toBeTruthy();
    expect(calls.find(({ key }) => key === 'POST /compliance/run')?.body).toEqual({ companyId: 1 });
  });

  it('offers a reader neither runs, reports nor reviews', async () => {
    startSession('t', sampleUser({ role: 'pii_view', permissions: ['compliance:read'] }));
    stubApi(api);
    show('/?tab=reports');
    expect(await screen.findByText(/Your role may download reports/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Run checks now' })).toBeNull();
  });

  it('requests a report, follows its progress, and saves its file', async () => {
    const saved = watchSavedFiles();
    let asked = 0;
    const calls = stubApi({
      ...api,
      [REPORTS]: () => {
        asked += 1;
        return [sampleReport({ status: asked < 3 ? 'queued' : 'done' })];
      },
      'POST /compliance/reports': sampleReport({ status: 'queued' }),
      'GET /compliance/reports/4/file': () =>
        new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="asha.pdf"' } }),
    });
    show('/?tab=reports');
    expect(await screen.findByText('Being made')).toBeTruthy();
    press('Generate');
    expect(await screen.findByText('Ready')).toBeTruthy();
    expect(calls.find(({ key }) => key === 'POST /compliance/reports')?.body).toEqual({
      companyId: 1,
      regulationType: 'all',
      format: 'pdf',
    });
    press('Download PDF');
    await waitFor(() => expect(saved).toEqual(['asha.pdf']));
  });

  it('records an access review after a confirmation', async () => {
    const review = {
      id: 2,
      companyId: 1,
      reviewedBy: 1,
      reviewedByName: null,
      reviewedAt: '2026-11-21T08:00:00.000Z',
    };
    const calls = stubApi({ ...api, 'POST /access-reviews': review });
    show();
    expect(await screen.findByText('No review has been recorded')).toBeTruthy();
    press('Record a review');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Record it' }));
    await waitFor(() => expect(calls.filter(({ key }) => key === 'GET /access-reviews')).toHaveLength(2));
  });
});
