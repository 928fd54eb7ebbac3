import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { AccessReviewsPage } from './pages/access-reviews-page.tsx';
import { ErasuresPage } from './pages/erasures-page.tsx';
import { GrievancesPage } from './pages/grievances-page.tsx';
import { PurposesPage } from './pages/purposes-page.tsx';
import { RecipientsPage } from './pages/recipients-page.tsx';

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const times = { createdAt: at(-40), updatedAt: at(-40), version: 4 };
const whole = (...filled: string[]) => ({ view: 'masked', filled, identifiers: 0 });

beforeAll(() => Promise.all([loadTexts('governance'), loadTexts('erasure')]));

function open(page: ReactNode, route: string, answers: object) {
  const permissions = ['compliance:read', 'compliance:manage', 'notes:read', 'pii:erase'] as const;
  startSession('t', sampleUser({ permissions: [...permissions] }));
  const calls = stubApi({ 'GET /companies': [sampleCompany(1)], ...answers });
  renderApp(<CompanyProvider>{page}</CompanyProvider>, { route });
  return (key: string) => calls.find((call) => call.key === key)?.body;
}
const stale = () => problem(412, { status: 412, reason: 'STALE', message: 'It has been changed meanwhile.' });
const next = () => screen.findByRole('status', { name: 'What to do next' });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('grievances', () => {
  const grievance = {
    id: 8,
    companyId: 1,
    category: 'correction',
    subject: 'Wrong address',
    description: 'Call XXXXX12345',
    resolution: '',
    texts: { view: 'masked', filled: ['subject', 'description'], identifiers: 1 },
    individualId: 48213,
    receivedAt: at(-40),
    periodDays: 30,
    dueAt: at(-9.5),
    closedAt: null,
    overdue: true,
    ...times,
  };

  it('shows the overdue answer, and that an identifier is masked', async () => {
    open(<GrievancesPage />, '/grievances?company=1&selected=8', { 'GET /grievances': [grievance] });
    expect((await next()).textContent).toContain('Wrong address · 10 days overdue');
    const panel = await screen.findByRole('complementary', { name: 'Grievance' });
    expect(
      within(panel).getByText(
        'One identifier in these texts is masked. Open the field of a profile to see its value.',
      ),
    ).toBeTruthy();
    const person = within(panel).getByRole('link', { name: 'IND_48213' });
    expect(person.getAttribute('href')).toBe('/individuals?company=1&selected=48213');
  });

  it('is closed with the answer and its time', async () => {
    const sent = open(<GrievancesPage />, '/grievances?company=1&close=8', {
      'GET /grievances': [grievance],
      'PUT /grievances/8': { ...grievance, closedAt: at(0) },
    });
    await screen.findByLabelText('What was done');
    await press('Close grievance');
    expect(await screen.findByText('This is required.')).toBeTruthy();
    type('What was done', 'Corrected');
    await press('Close grievance');
    expect(await screen.findByText('Grievance closed')).toBeTruthy();
    expect(sent('PUT /grievances/8')).toEqual({ resolution: 'Corrected', closedAt: expect.any(String) });
  });

  it('sends the version with which the form was opened, even after the list was fetched again', async () => {
    const versions: (string | null)[] = [];
    let reads = 0;
    open(<GrievancesPage />, '/grievances?company=1&close=8', {
      'GET /grievances': () => [{ ...grievance, version: 4 + reads++ }],
      'PUT /grievances/8': ({ init }: { init: RequestInit }) => {
        versions.push(new Headers(init.headers).get('if-match'));
        return stale();
      },
    });
    await screen.findByLabelText('What was done');
    type('What was done', 'Corrected');
    await press('Close grievance');
    expect(await screen.findByText('It has been changed meanwhile.')).toBeTruthy();
    await waitFor(() => expect(reads).toBe(2));
    await press('Close grievance');
    await waitFor(() => expect(versions).toEqual(['"4"', '"4"']));
  });
});

describe('purposes', () => {
  const purpose = {
    id: 3,
    companyId: 1,
    purpose: 'kyc',
    lawfulBasis: 'consent',
    description: 'To know the customer',
    texts: whole('description'),
    notices: [],
    ...times,
  };

  it('names the purpose without a notice, and publishes one', async () => {
    const sent = open(<PurposesPage />, '/purposes?company=1&notice=3', {
      'GET /purposes': [purpose],
      'PUT /purposes/3': purpose,
    });
    expect(await screen.findByText('KYC lacks a lawful basis or a notice.')).toBeTruthy();
    await screen.findByLabelText('Version of the notice');
    type('Version of the notice', '2');
    fireEvent.click(screen.getByRole('checkbox', { name: 'PAN' }));
    type('Kept for, days', '365');
    await press('Publish');
    expect(await screen.findByText('Notice published')).toBeTruthy();
    expect(sent('PUT /purposes/3')).toEqual({
      notice: { version: '2', fieldTypes: ['pan'], retentionDays: 365, publishedAt: expect.any(String) },
    });
  });
});

describe('the form of an entry', () => {
  it('marks each empty required field', async () => {
    open(<PurposesPage />, '/purposes?company=1&new=1', { 'GET /purposes': [] });
    await press('Add');
    expect(await screen.findByText('This is required.')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Not a slug!' } });
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(screen.queryByText('This is required.')).toBeNull();
  });
});

describe('recipients', () => {
  const recipient = {
    id: 5,
    companyId: 1,
    code: 'mailer',
    name: 'Mail House',
    kind: 'processor',
    purposes: ['marketing'],
    fieldTypes: ['email'],
    country: null,
    contract: '',
    texts: whole('name'),
    sharedFrom: at(-40),
    sharedUntil: null,
    ...times,
  };

  it('names recipients without a contract, and adds one with every field', async () => {
    const sent = open(<RecipientsPage />, '/recipients?company=1&new=1', {
      'GET /recipients': [recipient],
      'POST /recipients': recipient,
    });
    expect(await screen.findByText('Mail House has no contract written down.')).toBeTruthy();
    await screen.findByLabelText('Code');
    type('Code', 'bureau');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Credit Bureau' } });
    type('Kind', 'fiduciary');
    type('Purposes', 'kyc, lending');
    fireEvent.click(screen.getByRole('checkbox', { name: 'PAN' }));
    type('Contract or law', 'Agreement of April');
    await press('Add');
    expect(await screen.findByText('Recipient added')).toBeTruthy();
    expect(sent('POST /recipients')).toMatchObject({
      companyId: 1,
      code: 'bureau',
      name: 'Credit Bureau',
      kind: 'fiduciary',
      purposes: ['kyc', 'lending'],
      country: 'IN',
      contract: 'Agreement of April',
    });
  });
});

describe('erasures', () => {
  const erasure = {
    companyId: 1,
    individualId: 48213,
    status: 'sealed',
    reason: 'Asked for',
    texts: whole('reason'),
    requestedAt: at(-1),
    shredAt: at(364),
    shreddedAt: null,
    verifiedSame: [48990],
    certificate: null,
  };

  it('shows the number of sealed people and the time of the next key destruction', async () => {
    open(<ErasuresPage />, '/erasures?company=1&selected=48213', { 'GET /erasures': [erasure] });
    expect((await next()).textContent).toMatch(/One sealed person waits; its key is destroyed on/);
    const panel = await screen.findByRole('complementary', { name: 'Erasure' });
    const same = await within(panel).findByRole('link', { name: 'IND_48990' });
    expect(same.getAttribute('href')).toBe('/individuals?company=1&selected=48990');
    expect(within(panel).getByText('The certificate comes after the destruction.')).toBeTruthy();
  });

  it('erases a person by id and reason', async () => {
    const sent = open(<ErasuresPage />, '/erasures?company=1&new=1', {
      'GET /erasures': [],
      'POST /individuals/48213/erase': erasure,
    });
    await screen.findByLabelText('Reason');
    type('Individual', '48213');
    type('Reason', 'Asked for in writing');
    await press('Erase person');
    expect(await screen.findByText('Person erased. A certificate follows the destruction.')).toBeTruthy();
    expect(sent('POST /individuals/48213/erase')).toEqual({ companyId: 1, reason: 'Asked for in writing' });
  });

  it('checks a certificate in the browser, and refuses an invalid one', async () => {
    const certificate = { note: 'x', keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e', publicKey: 'a2V5' };
    open(<ErasuresPage />, '/erasures?company=1&selected=48213', {
      'GET /erasures': [{ ...erasure, status: 'certified', shreddedAt: at(0), certificate }],
    });
    await press('Verify');
    expect((await screen.findByRole('alert')).textContent).toBe('This is no certificate.');
  });
});

describe('access reviews', () => {
  it('shows that the last review is too old, and records one', async () => {
    const review = { id: 2, companyId: 1, reviewedBy: 5, reviewedByName: 'Asha Rao', reviewedAt: at(-91) };
    const sent = open(<AccessReviewsPage />, '/access-reviews?company=1', {
      'GET /access-reviews': [review],
      'POST /access-reviews': review,
    });
    const action = await next();
    expect(action.textContent).toContain('more than 90 days ago');
    fireEvent.click(within(action).getByRole('button', { name: 'Record a Review' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Record a Review' }));
    expect(await screen.findByText('Review recorded')).toBeTruthy();
    expect(sent('POST /access-reviews')).toEqual({ companyId: 1 });
  });

  it('name the reviewer, an unknown one by id', async () => {
    const review = { id: 2, companyId: 1, reviewedBy: 5, reviewedByName: 'Asha Rao', reviewedAt: at(-1) };
    open(<AccessReviewsPage />, '/access-reviews?company=1', {
      'GET /access-reviews': [review, { ...review, id: 1, reviewedBy: 6, reviewedByName: null }],
    });
    expect(await screen.findByText('Asha Rao')).toBeTruthy();
    expect(screen.getByText('User 6')).toBeTruthy();
  });
});
