import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, watchSavedFiles } from '../../testing/saved-files.ts';
import { type ApiCall, problem, stubApi } from '../../testing/stub-api.ts';
import { CompaniesPage } from './pages/companies-page.tsx';

const summary = { totalCompanies: 2, activeCompanies: 1, complianceChecks: 6, multiTenantLinks: 0 };
const full = sampleCompany(1, { name: 'Asha Bank', individuals: 3 });
const empty = sampleCompany(2, { name: 'Bodhi Health' });
const answers = {
  'GET /companies': [full, empty],
  'GET /companies/summary': summary,
  'GET /link-agreements': [],
};
const open = (search: string) => renderApp(<CompaniesPage />, { route: `/companies${search}` });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));

beforeAll(() => loadTexts('companies'));
beforeEach(() => startSession('t', sampleUser()));

describe('deleting a company', () => {
  it('requires that it has no people: shows their number and a link to them', async () => {
    stubApi(answers);
    open('?delete=1');
    expect(await screen.findByText('It holds 3 people: erase each of them first.')).toBeTruthy();
    expect((await button('Delete company')).disabled).toBe(true);
    const people = screen.getByRole('link', { name: 'Show its people' });
    expect(people.getAttribute('href')).toBe('/individuals?company=1');
  });

  it('sends the version that was read, and closes the dialog', async () => {
    const calls = stubApi({ ...answers, 'DELETE /companies/2': { success: true } });
    const { router } = open('');
    await press('Delete Bodhi Health');
    expect(await screen.findByText('It holds no people.')).toBeTruthy();
    await press('Delete company');
    expect(await screen.findByText('Bodhi Health was deleted')).toBeTruthy();
    const sent = calls.find(({ key }) => key === 'DELETE /companies/2');
    expect(new Headers(sent?.init.headers).get('if-match')).toBe('"1"');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('fails if the vault still has data of it', async () => {
    const message = 'This company still has 1 imports; delete them first';
    stubApi({
      ...answers,
      'DELETE /companies/2': () => problem(409, { reason: 'COMPANY_NOT_EMPTY', message }),
    });
    open('?delete=2');
    await press('Delete company');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('is not offered to an administrator of one company', async () => {
    startSession('t', sampleUser({ role: 'admin', permissions: ['company:manage'] }));
    stubApi(answers);
    open('');
    expect(await button('Edit Asha Bank')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Asha Bank' })).toBeNull();
  });
});

describe('a company that another user has changed', () => {
  const versions = (calls: readonly ApiCall[], key: string) =>
    calls.filter((call) => call.key === key).map(({ init }) => new Headers(init.headers).get('if-match'));
  const changed = { ...full, name: 'Asha Bank Ltd', tier: 'finance', version: 2 };

  /** Responds like the service, which refuses a change of an outdated version. */
  const held = (calls: { init: RequestInit }) =>
    new Headers(calls.init.headers).get('if-match') === '"2"'
      ? changed
      : problem(412, { reason: 'STALE', message: 'Somebody else changed this' });
  let rows = [full, empty];
  const api = (key: string) => ({
    ...answers,
    'GET /companies': () => rows,
    [key]: (call: ApiCall) => {
      rows = [changed, empty];
      return held(call);
    },
  });
  beforeEach(() => {
    rows = [full, empty];
  });

  it('is not overwritten: Reload shows the current values and keeps the input', async () => {
    const calls = stubApi(api('PUT /companies/1'));
    open('?edit=1');
    fireEvent.change(await screen.findByLabelText('Company Code'), { target: { value: 'ASHA' } });
    await press('Save');
    expect(await screen.findByText(/^Somebody else changed this after you opened it/)).toBeTruthy();
    await press('Reload');
    const name = screen.getByLabelText<HTMLInputElement>('Company Name');
    await waitFor(() => expect(name.value).toBe('Asha Bank Ltd'));
    expect(screen.getByLabelText<HTMLInputElement>('Company Code').value).toBe('ASHA');
    await press('Save');
    expect(await screen.findByText('Company saved')).toBeTruthy();
    expect(versions(calls, 'PUT /companies/1')).toEqual(['"1"', '"2"']);
    expect(calls.findLast(({ key }) => key === 'PUT /companies/1')?.body).toEqual({ code: 'ASHA' });
  });

  it('keeps its status until it is reloaded', async () => {
    const calls = stubApi(api('POST /companies/1/status'));
    open('?change=1');
    fireEvent.click(await screen.findByRole('radio', { name: /^Suspended/ }));
    await press('Suspend company');
    await press('Reload');
    await press('Suspend company');
    await waitFor(() => expect(versions(calls, 'POST /companies/1/status')).toEqual(['"1"', '"2"']));
  });
});

it('saves the linking agreements as a file', async () => {
  const saved = watchSavedFiles();
  const calls = stubApi({
    ...answers,
    'GET /link-agreements': [
      {
        id: 4,
        companyId: 1,
        companyName: 'Asha Bank',
        otherCompanyId: 2,
        otherCompanyName: 'Bodhi Health',
        purpose: 'kyc',
        includeAadhaar: false,
        disclosureDelay: 15,
        includesHealthData: false,
        status: 'accepted',
        isLive: true,
        startsAt: null,
        endsAt: null,
        acceptedAt: null,
        endedAt: null,
        createdAt: '2026-11-21T08:00:00.000Z',
      },
    ],
    'GET /link-agreements/export': csvFile('link-agreements.csv'),
  });
  open('');
  await screen.findByText('In force');
  const [, agreements] = screen.getAllByRole('button', { name: 'Export' });
  fireEvent.click(agreements as HTMLElement);
  expect(await screen.findByText('Saved as link-agreements.csv')).toBeTruthy();
  expect(saved).toEqual(['link-agreements.csv']);
  expect(calls.find(({ key }) => key === 'GET /link-agreements/export')?.url.search).toBe('?format=csv');
});
