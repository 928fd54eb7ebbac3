import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, press, pressIn, type } from '../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { formOf, policyFormSchema, policyOf } from './policy-form.ts';

const at = '2026-11-21T08:00:00.000Z';
const later = '2026-11-22T08:00:00.000Z';
const waiting = exampleRow('GET /approvals');
const used = {
  ...waiting,
  id: 8,
  requestedByName: 'Ravi Iyer',
  status: 'approved',
  mayDecide: false,
  used: 40,
};
const policy = exampleOf('GET /reveal-policy');
const { updatedAt: _, pending: __, ...fields } = policy;
const show = (answers: object = {}, search = '', user = {}) =>
  showScreen(
    `/approvals?company=1${search}`,
    { 'GET /approvals': [waiting, used], 'GET /reveal-policy': policy, ...answers },
    user,
  );
const showAt = (path: string, answers: object) =>
  showScreen(`${path}?company=1`, { 'GET /reveal-policy': policy, ...answers });
const DEPENDENT = { mayDecide: false, isDependent: true };

describe('Approvals', () => {
  it('lists requests with the remaining people, and offers a decision only to permitted users', async () => {
    await show();
    expect(await screen.findByText('Asha Rao')).toBeTruthy();
    expect(screen.getByText('40 of 2,000 used')).toBeTruthy();
    expect(await screen.findByText('of 500 a day')).toBeTruthy();
    expect(screen.getByText('Erasures left today').parentElement?.textContent).toMatch(/99.*of 100 a day/);
    expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1);
  });

  it('shows that a reason exists if the user cannot read it', async () => {
    const texts = { view: 'withheld', filled: ['reason'], identifiers: 0 };
    await show({ 'GET /approvals': [{ ...waiting, reason: null, texts }] });
    expect(
      await screen.findByText(
        'A reason was given. Ask an administrator for the permission “Read notes” to see it.',
      ),
    ).toBeTruthy();
    await press('Approve');
    expect((await opened()).textContent).toContain('Reason: A reason was given');
  });

  it.each([
    ['Approve', 'Approve request', 'POST /approvals/7/approve', 'Request approved'],
    ['Refuse', 'Refuse request', 'POST /approvals/7/refuse', 'Request refused'],
  ])('%s asks first, with the reason', async (button, confirm, key, done) => {
    const { sent } = await show();
    await press(button);
    const question = (await opened()).textContent;
    expect(question).toMatch(/Asha Rao .* 2,000 people for KYC\. Reason: Yearly KYC review/);
    expect(sent(key)).toHaveLength(0);
    await pressIn(confirm);
    expect(await screen.findByText(done)).toBeTruthy();
    expect(sent('GET /approvals')).toHaveLength(2);
  });

  it('says why an account that depends on the requester decides nothing', async () => {
    await show({ 'GET /approvals': [{ ...waiting, ...DEPENDENT }] });
    expect(await screen.findByText(/^An independent person must decide/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('requests an approval for the purpose of the address', async () => {
    const { sent } = await show({}, '&new=1&purpose=lending');
    await type('How many people', '250');
    await pressIn('Request');
    expect(await screen.findByText('A reason is required')).toBeTruthy();
    await type('Reason', 'Audit of loans');
    await pressIn('Request');
    expect(await screen.findByText('Approval requested')).toBeTruthy();
    expect(sent('POST /approvals')[0]?.body).toEqual({
      ...{ companyId: 1, kind: 'reveal', purpose: 'lending', people: 250, reason: 'Audit of loans' },
    });
  });

  it('requests an approval of erasures without a purpose', async () => {
    const { sent } = await show({}, '&new=1');
    await type('For', 'erase');
    expect(await screen.findByText(/^Erasures need no purpose/)).toBeTruthy();
    expect(screen.queryByLabelText('Purpose')).toBeNull();
    await type('Reason', 'A closed product');
    await pressIn('Request');
    expect(await screen.findByText('Approval requested')).toBeTruthy();
    const body = { companyId: 1, kind: 'erase', people: 100, reason: 'A closed product' };
    expect(sent('POST /approvals')[0]?.body).toEqual(body);
  });

  it('has neither limits nor roles, which are settings', async () => {
    const { sent } = await show();
    expect(await screen.findByText('Asha Rao')).toBeTruthy();
    expect(screen.queryByText('Limits of the company')).toBeNull();
    expect(sent('GET /second-factor-policy')).toHaveLength(0);
  });
});

describe('settings', () => {
  it('changes the limits of the company', async () => {
    let stored: object = policy;
    const { sent } = await showAt('/limits', {
      'GET /reveal-policy': () => stored,
      'PUT /reveal-policy': () => (stored = { ...policy, updatedAt: later, conflicts: 199 }),
    });
    await type('People per user', '80');
    await press('Save limits');
    expect(await screen.findByText('Limits saved')).toBeTruthy();
    expect(await screen.findByDisplayValue('199')).toBeTruthy();
    expect(sent('PUT /reveal-policy')[0]?.body).toEqual({ ...fields, peoplePerUser: 80 });
  });

  it.each(['/limits', '/second-factor'])(
    '%s is refused to users who do not manage the company',
    async (path) => {
      await showScreen(`${path}?company=1`, {}, { permissions: ['pii:reveal'] });
      expect(await screen.findByText('Your role cannot open this screen')).toBeTruthy();
    },
  );

  it('changes the second-factor policy by role, which cannot be weaker than that of the deployment', async () => {
    const key = 'PUT /second-factor-policy';
    const required = { ...exampleOf('GET /second-factor-policy'), roles: ['analytics'] };
    const { sent } = await showAt('/second-factor', {
      'GET /second-factor-policy': required,
      [key]: required,
    });
    expect(await screen.findByLabelText(/^Admin/)).toMatchObject({ checked: true, disabled: true });
    expect(screen.getByText('Required in every company of this vault')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save roles' })).toMatchObject({ disabled: true });
    for (const role of ['PII View', 'Analytics']) fireEvent.click(screen.getByLabelText(role));
    await press('Save roles');
    expect(await screen.findByText('Second-factor policy saved')).toBeTruthy();
    expect(sent(key)[0]?.body).toEqual({ companyId: 1, roles: ['pii_view'] });
  });
});

describe('looser limits', () => {
  const { companyId: _company, ...limits } = fields;
  const pending = {
    ...{ id: 3, requestedBy: 11, requestedByName: 'Asha Rao', requestedAt: at, dueAt: at },
    ...{ waitsFor: 'approval', mayDecide: true, isDependent: false },
    wanted: { ...limits, peoplePerUser: 900, bulkApproval: { ...limits.bulkApproval, revealsAbove: null } },
  };

  it('are shown with both values and approved after a confirmation', async () => {
    const key = 'POST /reveal-policy/changes/3/decide';
    let isDecided = false;
    const { sent } = await showAt('/limits', {
      'GET /reveal-policy': () => (isDecided ? policy : { ...policy, pending }),
      [key]: () => {
        isDecided = true;
        return policy;
      },
    });
    expect(await screen.findByText('Asha Rao requests looser limits')).toBeTruthy();
    for (const text of ['500 → 900', '1000 → no limit']) expect(screen.getByText(text)).toBeTruthy();
    await press('Approve limits');
    await opened();
    expect(isDecided).toBe(false);
    await pressIn('Approve limits');
    expect(await screen.findByText('Limits approved')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Asha Rao requests looser limits')).toBeNull());
    expect(sent(key)[0]?.body).toEqual({ companyId: 1, decision: 'approved' });
  });

  it('of the user are shown after saving, and cannot be decided by the user', async () => {
    const own = { ...policy, pending: { ...pending, waitsFor: 'delay', ...DEPENDENT } };
    await showAt('/limits', { 'GET /reveal-policy': own, 'PUT /reveal-policy': own });
    await type('People per user', '900');
    await press('Save limits');
    expect(await screen.findByText('Looser limits pending')).toBeTruthy();
    for (const text of [/The company has no second administrator/, /^An independent person must decide/])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Approve limits' })).toBeNull();
  });
});

describe('policy form', () => {
  const form = formOf(policy);

  it('round-trips', () => expect(policyOf(1, form)).toEqual(fields));

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
