import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { CompaniesPage } from './pages/companies-page.tsx';

const agreement = {
  ...{ id: 4, companyId: 1, companyName: 'Asha Bank', otherCompanyId: 2, otherCompanyName: 'Bodhi Health' },
  ...{ purpose: 'kyc', includeAadhaar: true, disclosureDelay: 15, includesHealthData: false },
  ...{ status: 'pending', isLive: false, startsAt: null, endsAt: null, acceptedAt: null, endedAt: null },
  createdAt: '2026-11-21T08:00:00.000Z',
};
const ACCEPT = 'POST /link-agreements/4/accept';
const api = (change: Partial<Record<keyof typeof agreement, unknown>> = {}) => ({
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
  'GET /companies/summary': {
    totalCompanies: 2,
    activeCompanies: 2,
    complianceChecks: 6,
    multiTenantLinks: 0,
  },
  'GET /link-agreements': [{ ...agreement, ...change }],
  [ACCEPT]: { ...agreement, status: 'accepted', isLive: true } as unknown,
});

beforeAll(() => loadTexts('companies'));
beforeEach(() => startSession('t', sampleUser()));

async function ask() {
  renderApp(<CompaniesPage />, { route: '/companies' });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  return await screen.findByRole('alertdialog', { name: 'Accept this agreement?' });
}
const accepted = (calls: ReturnType<typeof stubApi>) => calls.filter(({ key }) => key === ACCEPT).length;

describe('Accept of a linking agreement', () => {
  it('first states what the two companies will see of each other, for which purpose and until when', async () => {
    const calls = stubApi(api({ endsAt: '2027-03-31T12:00:00.000Z' }));
    const text = (await ask()).textContent;
    expect(text).toContain('Asha Bank and Bodhi Health then both see which of their people');
    expect(text).toContain('an equal identifier, or by names that agree together with dates or addresses.');
    expect(text).toMatch(/Purpose.*KYC.*AadhaarCompared.*Health dataLeft out.*15 minutes/);
    expect(text).toMatch(/BeginsAs soon as you accept.*EndsMar 31, 2027 at/);
    expect(accepted(calls)).toBe(0);
  });

  it('states that it has no end date, and a later start', async () => {
    stubApi(api({ startsAt: '2999-01-01T12:00:00.000Z' }));
    expect((await ask()).textContent).toMatch(
      /BeginsJan 01, 2999 at.*EndsWhen one of the two companies ends it/,
    );
  });

  it('sends nothing when Escape closes the question', async () => {
    const calls = stubApi(api());
    const question = await ask();
    // A dialog starts to listen for Escape a few frames after it has opened.
    await waitFor(() => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
      expect(question.isConnected).toBe(false);
    });
    expect(accepted(calls)).toBe(0);
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('sends one request, however often it is confirmed', async () => {
    const calls = stubApi(api());
    const confirm = within(await ask()).getByRole('button', { name: 'Accept agreement' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    expect(await screen.findByText('The companies may link their people now')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(accepted(calls)).toBe(1);
  });

  it('stays open after a refusal, for another try', async () => {
    const answers = api();
    answers[ACCEPT] = () => problem(503, { message: 'Tenancy does not answer' });
    const calls = stubApi(answers);
    const confirm = within(await ask()).getByRole('button', { name: 'Accept agreement' });
    fireEvent.click(confirm);
    expect(await screen.findByText('Tenancy does not answer')).toBeTruthy();
    fireEvent.click(confirm);
    await waitFor(() => expect(accepted(calls)).toBe(2));
  });

  it.each([
    [
      'an acceptance',
      () => ({ ...agreement, status: 'accepted' }),
      'The companies may link their people now',
    ],
    ['a refusal', () => problem(503, { message: 'Tenancy does not answer' }), 'Tenancy does not answer'],
  ])('reports %s also when the question was closed meanwhile', async (_, answer, text) => {
    let finish = (_: unknown): void => {};
    const answers = api();
    answers[ACCEPT] = new Promise((resolve) => {
      finish = resolve;
    });
    stubApi(answers);
    const question = await ask();
    fireEvent.click(within(question).getByRole('button', { name: 'Accept agreement' }));
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question.isConnected).toBe(false));
    finish(answer());
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
