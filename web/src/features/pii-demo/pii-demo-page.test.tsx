import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { type ApiCall, problem, stubApi } from '../../testing/stub-api.ts';
import { PiiDemoPage } from './pages/pii-demo-page.tsx';

const row = (id: number, purpose: string) => ({
  ...{ id, individualId: 48213, fieldType: 'pan', maskedValue: `XXXXX23${id}F`, companyId: 1 },
  companyName: 'Asha Bank',
  consentDetails: { purpose, date: '2026-11-21T08:00:00.000Z' },
});
const rows = [row(1, 'kyc'), row(2, 'support')];
const DEMO = 'GET /pii-demo';
/** The first row's consent covers kyc; no consent covers other purposes. */
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  [DEMO]: ({ url }: ApiCall) => ({
    data: rows.map((one) =>
      one.id === 1 && url.searchParams.get('purpose') === 'kyc' ? { ...one, rawValue: 'ABCPE1234F' } : one,
    ),
  }),
};
const page = (
  <CompanyProvider>
    <PiiDemoPage />
  </CompanyProvider>
);
const open = (search: string) => renderApp(page, { route: `/pii-masking-demo?company=1${search}` });
const table = (role: string) => screen.findByRole('table', { name: `What ${role} sees` });
const showRaw = async (purpose: string) => {
  const choice = await screen.findByLabelText('What do you need the raw values for?');
  fireEvent.change(choice, { target: { value: purpose } });
  fireEvent.click(screen.getByRole('button', { name: 'Show raw values' }));
};

beforeAll(() => loadTexts('pii-demo'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['pii:read', 'pii:reveal'] })));

describe('PiiDemoPage', () => {
  it('shows generated samples without requests while the live demo is off', async () => {
    const calls = stubApi(answers);
    open('&role=analytics');
    const samples = await table('Analytics');
    expect(within(samples).getAllByText('Masked')).toHaveLength(8);
    expect(within(samples).queryByText('Visible')).toBeNull();
    expect(screen.getByText('Generated samples')).toBeTruthy();
    expect(calls.some(({ key }) => key === DEMO)).toBe(false);
    fireEvent.change(screen.getByLabelText('View as role'), { target: { value: 'pii_view' } });
    expect(within(await table('PII View')).getAllByText('Visible')).toHaveLength(8);
  });

  it('generates other samples on request', async () => {
    stubApi(answers);
    open('');
    const before = (await table('Super Admin')).textContent;
    fireEvent.click(screen.getByRole('button', { name: 'Generate new samples' }));
    expect((await table('Super Admin')).textContent).not.toBe(before);
  });

  it('compares with the view of analytics', async () => {
    stubApi(answers);
    open('');
    await table('Super Admin');
    expect(screen.queryByRole('columnheader', { name: /What Analytics sees/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show Comparison' }));
    expect(await screen.findByRole('columnheader', { name: /What Analytics sees/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hide Comparison' })).toBeTruthy();
  });

  it('shows live rows masked until a purpose is chosen, and preselects none', async () => {
    const calls = stubApi(answers);
    open('&live=1');
    const live = await table('Super Admin');
    expect(await within(live).findByText('XXXXX231F')).toBeTruthy();
    expect(within(live).getAllByText('Masked')).toHaveLength(2);
    const choice = screen.getByLabelText<HTMLSelectElement>('What do you need the raw values for?');
    expect(choice.value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Show raw values' }));
    expect(await screen.findByText('Choose a purpose first.')).toBeTruthy();
    expect(calls.filter(({ key }) => key === DEMO).map(({ url }) => url.search)).toEqual(['?companyId=1']);
  });

  it('shows values that the purpose covers, hides them when the user leaves, and keeps them out of the address', async () => {
    stubApi(answers);
    const { router, queryClient } = open('&live=1');
    await showRaw('kyc');
    const live = await table('Super Admin');
    expect(await within(live).findByText('ABCPE1234F')).toBeTruthy();
    expect(within(live).getByText('XXXXX232F')).toBeTruthy();
    expect(screen.getByText('1 of 2 values are covered and shown for 30 seconds.')).toBeTruthy();
    expect(router.state.location.search).not.toContain('kyc');
    const cached = JSON.stringify(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    );
    expect(cached).not.toContain('ABCPE1234F');
    act(() => void window.dispatchEvent(new Event('blur')));
    await waitFor(() => expect(within(live).queryByText('ABCPE1234F')).toBeNull());
  });

  it('hides the values after 30 seconds', async () => {
    stubApi(answers);
    open('&live=1');
    await screen.findByLabelText('What do you need the raw values for?');
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await showRaw('kyc');
    const live = await table('Super Admin');
    await within(live).findByText('ABCPE1234F');
    const hide = timers.mock.calls.find(([, ms]) => ms === 30_000)?.[0];
    act(() => hide?.());
    expect(within(live).queryByText('ABCPE1234F')).toBeNull();
  });

  it('reports that no consent covers the purpose, and refuses an invalid purpose', async () => {
    const calls = stubApi(answers);
    open('&live=1');
    await showRaw('support');
    expect(await screen.findByText(/^No consent of these rows covers Support/)).toBeTruthy();
    await showRaw('*');
    fireEvent.change(screen.getByLabelText('Purpose'), { target: { value: 'Not a slug!' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show raw values' }));
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(calls.filter(({ key }) => key === DEMO)).toHaveLength(2);
  });

  it('shows the server’s reason for a refused purpose', async () => {
    const refused = problem(403, { status: 403, detail: 'The purpose is not consented' });
    stubApi({
      ...answers,
      [DEMO]: (call: ApiCall) => (call.url.searchParams.has('purpose') ? refused : answers[DEMO](call)),
    });
    open('&live=1');
    await showRaw('kyc');
    expect(await screen.findByText('The purpose is not consented')).toBeTruthy();
  });

  it.each([
    ['analytics', 'super_admin', ['pii:read', 'pii:reveal'] as const, /^Analytics sees masked values only/],
    ['admin', 'analytics', ['pii:read'] as const, /^You are Analytics: the server sends you masked/],
  ])('as %s offers no purpose to a user who is %s', async (viewed, role, permissions, text) => {
    startSession('t', sampleUser({ role, permissions: [...permissions] }));
    stubApi(answers);
    open(`&live=1&role=${viewed}`);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByLabelText('What do you need the raw values for?')).toBeNull();
  });

  it('offers Retry when the live rows cannot be fetched', async () => {
    stubApi({ ...answers, [DEMO]: problem(503, { status: 503, detail: 'Away' }) });
    open('&live=1');
    expect(await screen.findByText('Away')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
