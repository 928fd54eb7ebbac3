import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { IndividualsPage } from './pages/individuals-page.tsx';
import { noDuplicates } from './testing/samples.ts';

const PHONE = '9811122233';
const budget = (used: number) => ({ limit: 20, used, resetsAt: '2026-11-28T00:00:00.000Z' });
const SEARCH = 'POST /pii-search';
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /individuals/summary': { totalIndividuals: 0, crossLinked: 0, avgCompleteness: 0, duplicatesFound: 0 },
  'GET /individuals': [],
  'GET /duplicates': noDuplicates,
  'GET /reveal-budget': {
    people: budget(0),
    searches: budget(3),
    bulk: null,
    approved: 0,
    erasures: budget(0),
  },
};
const hit = { individualId: 48213, companyId: 1, masterKey: '7f3c0000-0000-4000-8000-00000000b41e' };

beforeAll(() => loadTexts('individuals'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['pii:read', 'pii:reveal'] })));

function open() {
  return renderApp(
    <CompanyProvider>
      <IndividualsPage />
    </CompanyProvider>,
    { route: '/individuals?company=1&find=1' },
  );
}
async function find(value: string, purpose: string) {
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Value'), { target: { value } });
  fireEvent.change(dialog.getByLabelText('What is it needed for?'), { target: { value: purpose } });
  fireEvent.click(dialog.getByRole('button', { name: 'Find' }));
  return dialog;
}

describe('a search by value', () => {
  it('requires a value and a purpose', async () => {
    const calls = stubApi(answers);
    open();
    await find('', 'Know your customer!');
    expect(await screen.findByText('A value is required')).toBeTruthy();
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(calls.some(({ key }) => key === SEARCH)).toBe(false);
  });

  it('links to the found people, shows their number, and keeps no value', async () => {
    const calls = stubApi({ ...answers, [SEARCH]: { results: [hit] } });
    const { router, queryClient } = open();
    expect(await screen.findByText(/^You have 17 of 20 searches left until/)).toBeTruthy();
    const dialog = await find(PHONE, 'kyc');
    const link = await dialog.findByRole('link', { name: 'IND_48213' });
    expect(link.getAttribute('href')).toBe('/individuals?company=1&selected=48213');
    expect(calls.find(({ key }) => key === SEARCH)?.body).toEqual({
      companyId: 1,
      fieldType: 'phone',
      value: PHONE,
      purpose: 'kyc',
    });
    const budgets = () => calls.filter(({ key }) => key === 'GET /reveal-budget').length;
    await waitFor(() => expect(budgets()).toBe(2));
    const kept = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()];
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(PHONE);
    expect(JSON.stringify(router.state.location)).not.toContain(PHONE);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(PHONE);
  });

  it('reports an empty result with possible reasons', async () => {
    stubApi({ ...answers, [SEARCH]: { results: [] } });
    open();
    await find(PHONE, 'kyc');
    expect(await screen.findByText(/^Nobody was found. Either nobody holds this value/)).toBeTruthy();
  });

  it.each([
    ['SEARCH_BUDGET', 429, /^Too many searches in a minute/],
    ['SEARCH_BUDGET_SPENT', 429, /^Your searches of today are used up/],
    ['COMPANY_SUSPENDED', 403, /^The company is suspended/],
  ])('explains the refusal %s', async (reason, status, text) => {
    const message = 'The company is suspended';
    stubApi({ ...answers, [SEARCH]: () => problem(status, { reason, message }) });
    open();
    await find(PHONE, 'kyc');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is neither offered nor opened without the permission', async () => {
    startSession('t', sampleUser({ role: 'analytics', permissions: ['pii:read'] }));
    stubApi(answers);
    open();
    expect(await screen.findByText(/needs the permission pii:reveal/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Find by value' })).toBeNull();
  });
});
