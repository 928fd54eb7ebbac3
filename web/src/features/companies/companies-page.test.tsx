import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { complianceLabel } from '../../company/compliance-label.ts';
import { pressIn, type } from '../../testing/acts.ts';
import { sampleCompany } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';
import { filterCompanies } from './components/company-directory.tsx';

const bank = sampleCompany(1, { name: 'Asha Bank', code: 'ASHA', tier: 'finance' });
const clinic = sampleCompany(2, {
  name: 'Bodhi Health',
  code: 'BODHI',
  tier: 'healthcare',
  status: 'suspended',
});
const show = (search: string, answers: object = {}, user = {}) =>
  showScreen(`/companies${search}`, { 'GET /companies': [bank, clinic], ...answers }, user);

describe('Company Management', () => {
  it('filters by the address, and has a text for an empty result', async () => {
    await show('?tier=healthcare');
    expect(await screen.findByText('Bodhi Health')).toBeTruthy();
    expect(screen.queryByText('Asha Bank')).toBeNull();
    await type('Search companies...', 'asha');
    expect(await screen.findByText('No companies found matching your criteria')).toBeTruthy();
  });

  it('creates a company with the defaults, confirms it and closes', async () => {
    const { router, sent } = await show('?company=1&new=1');
    await pressIn('Create Company');
    expect(await screen.findByText('Company name is required')).toBeTruthy();
    await type('Company Name', 'Nila');
    await type('Company Code', 'NILA');
    await pressIn('Create Company');
    expect(await screen.findByText('The company has been successfully created.')).toBeTruthy();
    expect(sent('POST /companies')[0]?.body).toEqual({
      ...{ name: 'Nila', code: 'NILA', tier: 'secondary', timeZone: 'Asia/Kolkata', status: 'active' },
    });
    await waitFor(() => expect(router.state.location.search).toBe('?company=1'));
    await waitFor(() => expect(sent('GET /companies')).toHaveLength(2));
  });

  it('shows a taken code at its field and other failures as a toast', async () => {
    let status = 409;
    const refused = () => problem(status, { message: 'Company code already exists' });
    await show('?new=1', { 'POST /companies': refused });
    await type('Company Name', 'Nila');
    await type('Company Code', 'ASHA');
    await pressIn('Create Company');
    expect(await screen.findByText('Company code already exists')).toBeTruthy();
    status = 503;
    await pressIn('Create Company');
    expect(await screen.findByText('Failed to create company. Please try again.')).toBeTruthy();
  });

  it('has three icons for each company, the last one to delete', async () => {
    await show('');
    const row = within((await screen.findByText('Asha Bank')).closest('tr') as HTMLElement);
    const names = row.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['Edit Asha Bank', 'Deactivate or suspend Asha Bank', 'Delete Asha Bank']);
  });

  it('offers no action to readers', async () => {
    await show('', {}, { permissions: [] });
    await screen.findByText('Asha Bank');
    for (const name of ['Add Company', 'Edit Asha Bank'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('a suspended company', () => {
  const admin = { role: 'admin', permissions: ['company:manage'] } as const;
  const superAdmin = { role: 'super_admin', permissions: ['company:manage', 'company:create'] } as const;
  const reactivationRequest = {
    ...{ requestedAt: '2026-11-21T08:00:00.000Z', requestedBy: 7, requestedByName: 'Ravi Nair' },
    reason: 'Suspended by mistake',
  };
  const requested = { 'GET /companies': [bank, { ...clinic, reactivationRequest }] };
  async function showBar(user: object, answers: object = requested) {
    const { sent } = await show('', answers, user);
    const region = await screen.findByRole('region', { name: 'Suspension of Bodhi Health' });
    const bar = within(region);
    const press = (name: string) => fireEvent.click(bar.getByRole('button', { name }));
    return { sent, bar, press, text: region.textContent };
  }

  it('offers its administrator to request its reactivation', async () => {
    const { sent, press } = await showBar(admin, {});
    press('Request reactivation');
    await pressIn('Request reactivation');
    expect(await screen.findByText('A reason is required')).toBeTruthy();
    await type('Reason', 'Suspended by mistake');
    await pressIn('Request reactivation');
    expect(await screen.findByText('Reactivation requested')).toBeTruthy();
    const [call] = sent('POST /companies/2/reactivation-requests');
    expect(call?.body).toEqual({ reason: 'Suspended by mistake' });
  });

  it.each([
    ['an administrator', admin, false],
    ['a super admin', superAdmin, true],
  ])('shows %s who asks, when, why and what is next', async (_, user, decides) => {
    const { bar, text } = await showBar(user);
    expect(text).toContain('Reactivation of Bodhi Health requested by Ravi Nair on ');
    expect(text).toContain('Reason: Suspended by mistake');
    expect(bar.queryByText(/^All super admins have a mail/) === null).toBe(decides);
    expect(bar.queryByRole('button', { name: 'Activate' }) !== null).toBe(decides);
    expect(bar.queryByRole('button', { name: 'Request reactivation' })).toBeNull();
  });

  it.each([
    ['Refuse', 'Refuse request', 'POST /companies/2/reactivation-requests/refuse', undefined],
    ['Activate', 'Activate company', 'POST /companies/2/status', { status: 'active' }],
  ])('lets a super admin %s it after a confirmation', async (button, confirm, key, body) => {
    const { sent, press } = await showBar(superAdmin);
    press(button);
    expect(sent(key)).toHaveLength(0);
    await pressIn(confirm);
    await waitFor(() => expect(sent(key).map((call) => call.body)).toEqual([body]));
  });
});

describe('a dialog opened by the address', () => {
  it.each(['new=1', 'edit=1', 'change=1', 'link=1', 'delete=1'])(
    'is refused without the permission: %s',
    async (search) => {
      const { router } = await show(`?company=1&${search}`, {}, { role: 'pii_view', permissions: [] });
      expect(await screen.findByText('Your role does not allow this')).toBeTruthy();
      expect(
        screen.getByText(/needs the permission “(Create|Manage) companies”, which PII View/),
      ).toBeTruthy();
      expect(screen.queryByLabelText('Company Name')).toBeNull();
      const [close] = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' });
      fireEvent.click(close as HTMLElement);
      await waitFor(() => expect(router.state.location.search).toBe('?company=1'));
    },
  );
});

describe('rules', () => {
  it('finds by name or code in any case', () => {
    const found = (search: string) =>
      filterCompanies([bank, clinic], { search, tier: '', status: '' }).map((company) => company.id);
    expect([' bodHI', 'bank', ''].map(found)).toEqual([[2], [1], [1, 2]]);
  });
  it.each([
    ['unknown', null, null, 'noData'],
    ['unknown', null, 94, 'readiness'],
    ['unknown', 95, 80, 'readiness'],
    ['unknown', 95, null, 'noData'],
    ['compliant', 40, null, 'compliant'],
    ['warning', 90, null, 'compliant'],
    ['unknown', 70, null, 'warning'],
    ['warning', 10, null, 'warning'],
    ['violation', 92, null, 'warning'],
    ['violation', 69, null, 'nonCompliant'],
  ] as const)('%s with %s and readiness %s is %s', (status, score, readiness, label) => {
    expect(complianceLabel({ status, score, readiness })).toBe(label);
  });
});
