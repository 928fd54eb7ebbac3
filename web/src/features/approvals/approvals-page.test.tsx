import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { ApprovalsPage } from './pages/approvals-page.tsx';
import { formOf, policyFormSchema, policyOf } from './policy-form.ts';

const at = '2026-11-21T08:00:00.000Z';
const budget = { limit: 500, used: 120, resetsAt: at };
const waiting = {
  ...{ id: 7, companyId: 1, companyName: 'Asha Bank', kind: 'reveal', purpose: 'kyc', people: 2000, used: 0 },
  ...{
    reason: 'Yearly review',
    texts: { view: 'masked', filled: ['reason'], identifiers: 0 },
    status: 'pending',
    requestedBy: 11,
    requestedByName: 'Asha Rao',
    clientId: null,
  },
  ...{
    requestedAt: at,
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    expiresAt: at,
    mayDecide: true,
    isDependent: false,
  },
};
const own = {
  ...waiting,
  id: 8,
  requestedByName: 'Ravi Iyer',
  status: 'approved',
  mayDecide: false,
  used: 40,
};
const policy = {
  ...{ companyId: 1, peoplePerUser: 500, peoplePerCredential: 50_000, searchesPerUser: 200 },
  ...{ searchesPerCredential: 5_000, conflicts: 200, byPurpose: [{ purpose: 'marketing', people: 100 }] },
  bulkApproval: { revealsAbove: 1_000, exportsAbove: null, hours: 24 },
  updatedAt: null,
  pending: null,
};
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /approvals': [waiting, own],
  'GET /reveal-budget': {
    people: budget,
    searches: budget,
    bulk: null,
    approved: 0,
    erasures: { ...budget, limit: 100, used: 30 },
  },
  'GET /reveal-policy': policy,
  'GET /second-factor-policy': {
    companyId: 1,
    roles: ['analytics'],
    alwaysRequired: ['admin'],
    updatedAt: at,
  },
};
const show = (route = '/approvals?company=1') =>
  renderApp(
    <CompanyProvider>
      <ApprovalsPage />
    </CompanyProvider>,
    { route },
  );

beforeAll(() => loadTexts('approvals'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['pii:reveal', 'company:manage'] })));

describe('ApprovalsPage', () => {
  it('lists requests with the remaining people, and offers a decision only to permitted users', async () => {
    stubApi(answers);
    show();
    expect(await screen.findByText('Asha Rao')).toBeTruthy();
    expect(screen.getByText('40 of 2,000 used')).toBeTruthy();
    expect((await screen.findAllByText('of 500 a day')).length).toBe(2);
    expect(screen.getByText('Erasures left today').parentElement?.textContent).toMatch(/70.*of 100 a day/);
    expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1);
  });

  it('shows that a reason exists if the user cannot read it', async () => {
    const texts = { view: 'withheld', filled: ['reason'], identifiers: 0 };
    stubApi({ ...answers, 'GET /approvals': [{ ...waiting, reason: null, texts }] });
    show();
    expect(await screen.findByText('There is a reason. You need notes:read to read it.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(
      within(await screen.findByRole('alertdialog')).getByText(/Reason: There is a reason/),
    ).toBeTruthy();
  });

  it.each([
    ['Approve', 'Approve request', 'POST /approvals/7/approve', 'Request approved'],
    ['Refuse', 'Refuse request', 'POST /approvals/7/refuse', 'Request refused'],
  ])('%s asks first, with the reason', async (button, confirm, key, done) => {
    const calls = stubApi({ ...answers, [key]: { ...waiting, mayDecide: false } });
    show();
    fireEvent.click(await screen.findByRole('button', { name: button }));
    const question = await screen.findByRole('alertdialog');
    expect(
      within(question).getByText(/Asha Rao .* 2,000 people for KYC\. Reason: Yearly review/),
    ).toBeTruthy();
    expect(calls.some((call) => call.key === key)).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: confirm }));
    expect(await screen.findByText(done)).toBeTruthy();
    expect(calls.filter((call) => call.key === 'GET /approvals')).toHaveLength(2);
  });

  it('says why an account that depends on the requester decides nothing', async () => {
    const dependent = { mayDecide: false, isDependent: true };
    stubApi({ ...answers, 'GET /approvals': [{ ...waiting, ...dependent }] });
    show();
    expect(await screen.findByText(/^An independent person must decide/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('requests an approval for the purpose of the address', async () => {
    const calls = stubApi({ ...answers, 'POST /approvals': waiting });
    show('/approvals?company=1&new=1&purpose=lending');
    fireEvent.change(await screen.findByLabelText('How many people'), { target: { value: '250' } });
    fireEvent.click(screen.getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('A reason is required')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Audit of loans' } });
    fireEvent.click(screen.getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('Approval requested')).toBeTruthy();
    expect(calls.find(({ key }) => key === 'POST /approvals')?.body).toEqual({
      ...{ companyId: 1, kind: 'reveal', purpose: 'lending', people: 250, reason: 'Audit of loans' },
    });
  });

  it('requests an approval of erasures without a purpose', async () => {
    const calls = stubApi({
      ...answers,
      'POST /approvals': { ...waiting, kind: 'erase', purpose: 'erasure' },
    });
    show('/approvals?company=1&new=1');
    fireEvent.change(await screen.findByLabelText('For'), { target: { value: 'erase' } });
    expect(await screen.findByText(/^Erasures need no purpose/)).toBeTruthy();
    expect(screen.queryByLabelText('Purpose')).toBeNull();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'A closed product' } });
    fireEvent.click(screen.getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('Approval requested')).toBeTruthy();
    expect(calls.find(({ key }) => key === 'POST /approvals')?.body).toEqual({
      ...{ companyId: 1, kind: 'erase', people: 100, reason: 'A closed product' },
    });
  });

  it('changes the limits of the company, and hides them from users who do not manage it', async () => {
    let stored: object = policy;
    const reveals = answers['GET /reveal-budget'];
    const calls = stubApi({
      ...answers,
      'GET /reveal-policy': () => stored,
      'PUT /reveal-policy': () => (stored = { ...policy, updatedAt: at, conflicts: 199 }),
      // The form is rendered from the new limits before the last refreshed query answers.
      'GET /reveal-budget': () =>
        stored === policy ? reveals : screen.findByDisplayValue('199').then(() => reveals),
    });
    const { unmount } = show();
    fireEvent.change(await screen.findByLabelText('People per user'), { target: { value: '80' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save limits' }));
    expect(await screen.findByText('Limits saved')).toBeTruthy();
    const { updatedAt: _, pending: __, ...fields } = policy;
    expect(calls.find(({ key }) => key === 'PUT /reveal-policy')?.body).toEqual({
      ...fields,
      peoplePerUser: 80,
    });
    unmount();
    startSession('t', sampleUser({ permissions: ['pii:reveal'] }));
    show();
    await waitFor(() => expect(screen.getByText('Asha Rao')).toBeTruthy());
    expect(screen.queryByText('Limits of the company')).toBeNull();
  });
});

describe('the second-factor policy', () => {
  it('is changed by role, and cannot be weaker than that of the deployment', async () => {
    const key = 'PUT /second-factor-policy';
    const calls = stubApi({ ...answers, [key]: answers['GET /second-factor-policy'] });
    show();
    const always = await screen.findByLabelText(/^Admin/);
    expect(always).toMatchObject({ checked: true, disabled: true });
    expect(screen.getByText('Required in every company of this vault')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save roles' })).toMatchObject({ disabled: true });
    fireEvent.click(screen.getByLabelText('PII View'));
    fireEvent.click(screen.getByLabelText('Analytics'));
    fireEvent.click(screen.getByRole('button', { name: 'Save roles' }));
    expect(await screen.findByText('Second-factor policy saved')).toBeTruthy();
    expect(calls.find((call) => call.key === key)?.body).toEqual({ companyId: 1, roles: ['pii_view'] });
  });
});

describe('looser limits', () => {
  const { companyId: _, updatedAt: __, pending: ___, ...limits } = policy;
  const pending = {
    ...{ id: 3, requestedBy: 11, requestedByName: 'Asha Rao', requestedAt: at, dueAt: at },
    ...{ waitsFor: 'approval', mayDecide: true, isDependent: false },
    wanted: { ...limits, peoplePerUser: 900, bulkApproval: { ...limits.bulkApproval, revealsAbove: null } },
  };

  it('are shown with both values and approved after a confirmation', async () => {
    const key = 'POST /reveal-policy/changes/3/decide';
    const isDecided = () => calls.some((call) => call.key === key);
    const calls = stubApi({
      ...answers,
      'GET /reveal-policy': () => (isDecided() ? policy : { ...policy, pending }),
      // The budgets load after the policy, which closes the confirmation.
      'GET /reveal-budget': () => (isDecided() ? new Promise(() => {}) : answers['GET /reveal-budget']),
      [key]: policy,
    });
    show();
    expect(await screen.findByText('Asha Rao asks for looser limits')).toBeTruthy();
    expect(screen.getByText('500 → 900')).toBeTruthy();
    expect(screen.getByText('1000 → no limit')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Approve limits' }));
    const question = await screen.findByRole('alertdialog');
    expect(isDecided()).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: 'Approve limits' }));
    expect(await screen.findByText('Limits approved')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Asha Rao asks for looser limits')).toBeNull());
    expect(calls.find((call) => call.key === key)?.body).toEqual({
      ...{ companyId: 1, decision: 'approved' },
    });
  });

  it('of the user are shown after saving, and cannot be decided by the user', async () => {
    const own = { ...pending, waitsFor: 'delay', mayDecide: false, isDependent: true };
    stubApi({
      ...answers,
      'GET /reveal-policy': { ...policy, pending: own },
      'PUT /reveal-policy': { ...policy, pending: own },
    });
    show();
    fireEvent.change(await screen.findByLabelText('People per user'), { target: { value: '900' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save limits' }));
    expect(await screen.findByText('Looser limits wait')).toBeTruthy();
    expect(screen.getAllByText(/The company has no second administrator/).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/^An independent person must decide/).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Approve limits' })).toBeNull();
  });
});

describe('policy form', () => {
  const form = formOf(policy);

  it('round-trips', () => {
    const { updatedAt: _, pending: __, ...fields } = policy;
    expect(policyOf(1, form)).toEqual(fields);
  });

  it.each([
    [{ peoplePerUser: '-1' }, 'A whole number of 0 or more'],
    [{ peoplePerUser: '' }, 'A whole number of 0 or more'],
    [{ hours: '0' }, '1 to 168 hours'],
    [{ hours: '169' }, '1 to 168 hours'],
    [{ byPurpose: 'marketing' }, 'One purpose and one number per line'],
  ])('refuses %o', (changes, message) => {
    expect(policyFormSchema.safeParse({ ...form, ...changes }).error?.issues[0]?.message).toBe(message);
  });
});
