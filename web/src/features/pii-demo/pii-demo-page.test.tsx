import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { press, type } from '../../testing/acts.ts';
import { showScreen } from '../../testing/screen.tsx';
import { type ApiCall, problem } from '../../testing/stub-api.ts';

const row = (id: number, purpose: string) => ({
  ...{ id, individualId: 48213, fieldType: 'pan', maskedValue: `XXXXX23${id}F`, companyId: 1 },
  companyName: 'Asha Bank',
  consentDetails: { purpose, date: '2026-11-21T08:00:00.000Z' },
});
const rows = [row(1, 'kyc'), row(2, 'support')];
const DEMO = 'GET /pii-demo';
/** The first row's consent covers kyc; no consent covers other purposes. */
const live = ({ url }: ApiCall) => ({
  data: rows.map((one) =>
    one.id === 1 && url.searchParams.get('purpose') === 'kyc' ? { ...one, rawValue: 'ABCPE1234F' } : one,
  ),
});
const show = (search: string, answer: unknown = live, user = {}) =>
  showScreen(`/pii-masking-demo?company=1${search}`, { [DEMO]: answer }, user);
const seenBy = async (role: string) =>
  within(await screen.findByRole('table', { name: `What ${role} sees` }));
const PURPOSE = 'What do you need the raw values for?';
const showRaw = async (purpose: string) => {
  await type(PURPOSE, purpose);
  await press('Show raw values');
};

describe('PII Masking Demo', () => {
  it('shows generated samples without requests while the live demo is off', async () => {
    const { sent } = await show('&role=analytics');
    const samples = await seenBy('Analytics');
    expect(samples.getAllByText('Masked')).toHaveLength(8);
    expect(samples.queryByText('Visible')).toBeNull();
    expect(screen.getByText('Generated samples')).toBeTruthy();
    expect(sent(DEMO)).toHaveLength(0);
    await type('View as role', 'pii_view');
    expect((await seenBy('PII View')).getAllByText('Visible')).toHaveLength(8);
  });

  it('generates other samples on request, and compares with the view of analytics', async () => {
    await show('');
    const shown = async () =>
      (await screen.findByRole('table', { name: 'What Super Admin sees' })).textContent;
    const before = await shown();
    await press('Generate new samples');
    expect(await shown()).not.toBe(before);
    const header = { name: /What Analytics sees/ };
    expect(screen.queryByRole('columnheader', header)).toBeNull();
    await press('Show Comparison');
    expect(await screen.findByRole('columnheader', header)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hide Comparison' })).toBeTruthy();
  });

  it('shows live rows masked until a purpose is chosen, and preselects none', async () => {
    const { sent } = await show('&live=1');
    const table = await seenBy('Super Admin');
    expect(await table.findByText('XXXXX231F')).toBeTruthy();
    expect(table.getAllByText('Masked')).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>(PURPOSE).value).toBe('');
    await press('Show raw values');
    expect(await screen.findByText('Choose a purpose first.')).toBeTruthy();
    expect(sent(DEMO).map(({ url }) => url.search)).toEqual(['?companyId=1']);
  });

  it('shows values that the purpose covers, hides them when the user leaves, and keeps them out of the address', async () => {
    const { router, queryClient } = await show('&live=1');
    await showRaw('kyc');
    const table = await seenBy('Super Admin');
    expect(await table.findByText('ABCPE1234F')).toBeTruthy();
    expect(table.getByText('XXXXX232F')).toBeTruthy();
    expect(screen.getByText('1 of 2 values are covered by consent and shown for 30 seconds.')).toBeTruthy();
    expect(router.state.location.search).not.toContain('kyc');
    const cached = queryClient.getQueryCache().getAll();
    expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('ABCPE1234F');
    act(() => void window.dispatchEvent(new Event('blur')));
    await waitFor(() => expect(table.queryByText('ABCPE1234F')).toBeNull());
  });

  it('hides the values after 30 seconds', async () => {
    await show('&live=1');
    await screen.findByLabelText(PURPOSE);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await showRaw('kyc');
    const table = await seenBy('Super Admin');
    await table.findByText('ABCPE1234F');
    const hide = timers.mock.calls.find(([, ms]) => ms === 30_000)?.[0];
    act(() => hide?.());
    expect(table.queryByText('ABCPE1234F')).toBeNull();
  });

  it('reports that no consent covers the purpose, and refuses an invalid purpose', async () => {
    const { sent } = await show('&live=1');
    await showRaw('support');
    expect(await screen.findByText(/^No consent in these rows covers Support/)).toBeTruthy();
    await type(PURPOSE, 'Not a slug!');
    await press('Show raw values');
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(sent(DEMO)).toHaveLength(2);
  });

  it('reads external ids in one call once a purpose is stated, and offers that only to those who may write', async () => {
    const externalIds = [{ companyId: 1, externalId: 'CUST-7' }];
    const { sent, unmount } = await showScreen('/pii-masking-demo?company=1&live=1', {
      [DEMO]: live,
      'GET /individuals': [{ id: 48213, externalIds }],
    });
    const table = await seenBy('Super Admin');
    await table.findAllByText('IND_48213');
    expect(sent('GET /individuals')).toEqual([]);
    await press(/^External IDs/);
    await type('What are they needed for?', 'kyc');
    await press('Show');
    await waitFor(() => expect(table.getAllByText(/CUST-7/)).toHaveLength(2));
    expect(sent('GET /individuals').map(({ url }) => url.searchParams.toString())).toEqual([
      'companyId=1&ids=48213&limit=200&include=externalIds&purpose=kyc',
    ]);
    await press('Clear filter External IDs');
    await waitFor(() => expect(table.queryByText(/CUST-7/)).toBeNull());
    unmount();
    await show('&live=1', live, { permissions: ['pii:read', 'pii:reveal'] });
    expect(await screen.findByLabelText(PURPOSE)).toBeTruthy();
    expect(screen.queryByText('Show external IDs')).toBeNull();
  });

  it('shows the server’s reason for a refused purpose', async () => {
    const refused = problem(403, { status: 403, detail: 'The purpose is not consented' });
    await show('&live=1', (call: ApiCall) => (call.url.searchParams.has('purpose') ? refused : live(call)));
    await showRaw('kyc');
    expect(await screen.findByText('The purpose is not consented')).toBeTruthy();
  });

  it.each([
    ['analytics', 'super_admin', ['pii:read', 'pii:reveal'], /^Analytics sees masked values only/],
    ['admin', 'analytics', ['pii:read'], /^Your role is Analytics: the server sends you masked/],
  ])('as %s offers no purpose to a user who is %s', async (viewed, role, permissions, text) => {
    await show(`&live=1&role=${viewed}`, live, { role, permissions });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByLabelText(PURPOSE)).toBeNull();
  });
});
