import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { showScreen } from '../../testing/screen.tsx';
import { later, sampleCheck, unjudged, violated } from './testing/samples.ts';

const day = '2026-11-21';
const trend = [
  { regulationType: 'dpdp', days: [{ day, score: null, readiness: 94, violations: 0 }] },
  { regulationType: 'gdpr', days: [{ day, score: 70, readiness: null, violations: 1 }] },
];
const show = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/compliance?company=1${search}`,
    {
      'GET /compliance': [sampleCheck(), violated, unjudged, later],
      'GET /compliance/trend': trend,
      'GET /compliance/history': [violated],
      'GET /access-reviews': [],
      ...answers,
    },
    user,
  );

describe('Compliance', () => {
  it('lists what to do with the day of a later rule, the screen that mends it, and what does not apply', async () => {
    const failing = { ...later, ruleId: 'DPDP-RET-01', readiness: 40 };
    const other = sampleCheck({
      ruleId: 'PCI-7-2',
      status: 'not_applicable',
      score: null,
      details: 'The company does not store card data.',
    });
    await show('', { 'GET /compliance': [failing, violated, other] }, { permissions: ['compliance:read'] });
    await screen.findByText('Would fail on 13 May 2027');
    expect(screen.getByRole('link', { name: 'Open Purposes & Notices' }).getAttribute('href')).toBe(
      '/purposes?company=1',
    );
    expect(screen.getByText(/^in \d+ days?$/)).toBeTruthy();
    const folded = screen.getByText('1 rule does not apply').closest('details');
    expect([folded?.open, folded?.textContent]).toEqual([
      false,
      expect.stringContaining('The company does not store card data.'),
    ]);
  });

  it('offers no screen that the user may not open', async () => {
    const erasure = { ...violated, ruleId: 'DPDP-RET-02' };
    await show('', { 'GET /compliance': [erasure] }, { role: 'pii_view', permissions: ['compliance:read'] });
    await screen.findByText('Data is erased when it is due');
    expect(screen.queryByRole('link', { name: 'Open Erasures' })).toBeNull();
  });

  it('filters the checks by status, in the address', async () => {
    await show('&tab=regulations&status=unknown');
    const table = await screen.findByRole('grid', { name: 'Checks' });
    expect(within(table).getByText('Erasure is carried out')).toBeTruthy();
    expect(within(table).queryByText('Processing is secured')).toBeNull();
  });

  it('names the violated rule, with a link and the next step', async () => {
    await show();
    await screen.findByText(/1 rule in force is violated. First: GDPR, Records of processing are kept/);
    await press('See GDPR-30');
    const panel = within(await screen.findByRole('complementary', { name: 'Check' }));
    for (const text of ['Register these purposes, or end the sharing.', 'GDPR Art. 32(1)', 'Rows sampled'])
      expect(panel.getByText(text)).toBeTruthy();
  });

  it('shows readiness before the date and missing data as separate states', async () => {
    await show();
    expect(await screen.findByRole('img', { name: 'Readiness: 94' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Score: 70' })).toBeTruthy();
    for (const text of [/not yet in force: from/, /1 without data/, 'Not yet in force'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows the history as a chart and a table, with gaps as no data', async () => {
    await show();
    const chart = await screen.findByRole('slider', { name: 'Score by regulation' });
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/DPDP readiness 94 · GDPR 70/);
    await press('Score by regulation: Show as table');
    const table = await screen.findByRole('table', { name: 'Score by regulation' });
    expect(within(table).getByText('94')).toBeTruthy();
  });

  it('runs the checks now and shows the results', async () => {
    const { sent } = await show('', { 'POST /compliance/run': [sampleCheck()] });
    await screen.findByText(/1 rule in force is violated/);
    await press('Run checks now');
    await screen.findByText('The company complies with every rule in force and every upcoming one.');
    expect(sent('POST /compliance/run')[0]?.body).toEqual({ companyId: 1 });
  });

  it('offers a reader neither runs nor reports', async () => {
    await show('&tab=reports', {}, { role: 'pii_view', permissions: ['compliance:read'] });
    expect(await screen.findByText(/Your role can download reports/)).toBeTruthy();
    for (const name of ['Generate', 'Run checks now'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('requests a report, follows its progress, and saves its file', async () => {
    const saved = watchSavedFiles();
    const report = exampleRow('GET /compliance/reports');
    let asked = 0;
    const { sent } = await show('&tab=reports', {
      'GET /compliance/reports': () => {
        asked += 1;
        return [{ ...report, status: asked < 3 ? 'queued' : 'done', size: 48_200 }];
      },
      'GET /compliance/reports/4/file': () =>
        new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="saral.pdf"' } }),
    });
    expect(await screen.findByText('Being generated')).toBeTruthy();
    await press('Generate');
    expect(await screen.findByText('Ready')).toBeTruthy();
    const body = { companyId: 1, regulationType: 'all', format: 'pdf' };
    expect(sent('POST /compliance/reports')[0]?.body).toEqual(body);
    await press('Download PDF');
    await waitFor(() => expect(saved).toEqual(['saral.pdf']));
  });

  it('says how far the access review is, and links to it', async () => {
    const review = exampleRow('GET /access-reviews');
    await show('', {
      'GET /access-reviews': [{ ...review, id: 3, status: 'open', decided: 1, reviewedAt: null }, review],
    });
    expect(await screen.findByText(/^Last finished/)).toBeTruthy();
    expect(screen.getByText('A review is open: 1 of 2 decided')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open access reviews' });
    expect(link.getAttribute('href')).toBe('/access-reviews?company=1');
  });
});
