import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press } from '../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../testing/examples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { showScreen } from '../../testing/screen.tsx';

const example = exampleOf('GET /analytics');
const analytics = {
  ...example,
  days: 30,
  recordsByFieldType: [
    { fieldType: 'pan', records: 470 },
    { fieldType: 'name', records: 482 },
  ],
  access: { ...example.access, byWeekdayHour: [{ weekday: 1, hour: 9, entries: 104 }] },
  reveals: [
    { purpose: 'kyc', actorType: 'user', actorId: '2', actorName: 'Ravi Iyer', people: 70 },
    {
      ...{ purpose: 'fraud_prevention', actorType: 'api_client', people: 9 },
      ...{ actorId: 'pvc_b0ad9cf7ccfde108b3f1deb1', actorName: 'Asha Rao' },
    },
  ],
};
const company = exampleRow('GET /companies');
const companies = [company, { ...company, id: 2, name: 'Arogya Health' }];
const show = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/analytics?company=1${search}`,
    { 'GET /companies': companies, 'GET /analytics': analytics, ...answers },
    user,
  );
const tableOfReveals = async () => {
  await press('Reveals by purpose and recipient: Show as table');
  return within(await screen.findByRole('table', { name: 'Reveals by purpose and recipient' }));
};

const growth =
  /^48,213 individuals now; 120 were added, 24 more than in the 30 days before \(96\), and 1 erased\.$/;

describe('Analytics', () => {
  it('shows who sees personal data, and a dash for a missing score', async () => {
    const metrics = { ...exampleOf('GET /dashboard/metrics'), complianceScore: null };
    await show('', { 'GET /dashboard/metrics': metrics });
    const answer = 'Data of 79 people was revealed in the last 30 days, mostly for KYC to Ravi Iyer.';
    expect(await screen.findByText(answer)).toBeTruthy();
    for (const text of [growth, '271']) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Compliance Score').nextSibling?.textContent).toBe('–');
  });

  it('requests the range and the companies of the address, and keeps them there', async () => {
    const { router, sent } = await show('&days=90');
    await screen.findByText(growth);
    fireEvent.click(screen.getByRole('radio', { name: 'All companies' }));
    const asked = () => sent('GET /analytics').map(({ url }) => url.searchParams.toString());
    await waitFor(() => expect(asked()).toEqual(['companyId=1&days=90', 'days=90']));
    expect(router.state.location.search).toMatch(/days=90.*of=all/);
  });

  it('requests all companies of the user if the selected one is not readable, without a choice', async () => {
    const holds = (id: number, permissions: string[]) => ({ id, name: 'x', role: 'pii_view', permissions });
    const own = [holds(1, ['pii:read']), holds(2, ['analytics:read', 'pii:read'])];
    const { sent } = await show('&days=90', {}, { companies: own });
    await screen.findByText(growth);
    expect(sent('GET /analytics').map(({ url }) => url.search)).toEqual(['?days=90']);
    expect(screen.queryByRole('radio', { name: 'All companies' })).toBeNull();
  });

  it('shows reveals from purpose to recipient, readable by keyboard and as a table', async () => {
    await show('&tab=access');
    const label = 'Reveals by purpose and recipient, 79 people';
    const chart = await screen.findByRole('slider', { name: label });
    fireEvent.keyDown(chart, { key: 'End' });
    expect(chart.getAttribute('aria-valuetext')).toBe('Fraud prevention to Asha Rao (API client): 9 people');
    const table = await tableOfReveals();
    for (const text of ['Ravi Iyer', '70']) expect(table.getByText(text)).toBeTruthy();
    expect(table.getByText('Asha Rao (API client)').title).toBe('pvc_b0ad9cf7ccfde108b3f1deb1');
  });

  it.each([
    [['pvc_b0ad9cf7ccfde108b3f1deb1'], ['Revoked client']],
    [
      ['pvc_b0ad9cf7ccfde108b3f1deb1', 'pvc_77ad9cf7ccfde108b3f1deb1'],
      ['Revoked client pvc_b0ad9cf7…', 'Revoked client pvc_77ad9cf7…'],
    ],
  ])('names %s, which are revoked, %s', async (ids, names) => {
    const client = { purpose: 'kyc', actorType: 'api_client', actorName: null, people: 9 };
    const reveals = ids.map((actorId) => ({ ...client, actorId }));
    await show('&tab=access', { 'GET /analytics': { ...analytics, reveals } });
    const table = await tableOfReveals();
    for (const name of names) expect(table.getByText(name)).toBeTruthy();
  });

  it('shows access by weekday and hour', async () => {
    await show('&tab=access');
    const chart = await screen.findByRole('slider', { name: 'Access by weekday and hour, 104 entries' });
    expect(chart.getAttribute('aria-valuemax')).toBe('168');
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/^Monday from 00:\d\d: \d+ entries$/);
  });

  it('shows stored records by type and quality', async () => {
    await show('&tab=data');
    expect(await screen.findByText('88%')).toBeTruthy();
    const list = screen.getByRole('list', { name: 'Records by field type' });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe('Name482');
  });

  it('saves its figures in a file named after company and range', async () => {
    const saved = watchSavedFiles();
    await show();
    await screen.findByText(growth);
    await press('Export');
    expect(saved).toEqual(['analytics-saral-30d.json']);
  });
});
