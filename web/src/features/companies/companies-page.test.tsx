import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { complianceLabel } from '../../company/compliance-label.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, unfinished, watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { filterCompanies } from './components/company-directory.tsx';
import { CompaniesPage } from './pages/companies-page.tsx';

const companies = [
  sampleCompany(1, { name: 'Asha Bank', code: 'ASHA', tier: 'finance', piiRecords: 1_247_392 }),
  sampleCompany(2, { name: 'Bodhi Health', code: 'BODHI', tier: 'healthcare', status: 'suspended' }),
];
const summary = { totalCompanies: 2, activeCompanies: 1, complianceChecks: 6, multiTenantLinks: 0 };
const answers = {
  'GET /companies': companies,
  'GET /companies/summary': summary,
  'GET /link-agreements': [],
};

beforeAll(() => loadTexts('companies'));
beforeEach(() => startSession('t', sampleUser()));

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('CompaniesPage', () => {
  it('filters by the address, and has a text for an empty result', async () => {
    stubApi(answers);
    renderApp(<CompaniesPage />, { route: '/companies?tier=healthcare' });
    expect(await screen.findByText('Bodhi Health')).toBeTruthy();
    expect(screen.queryByText('Asha Bank')).toBeNull();
    fireEvent.change(screen.getByLabelText('Search companies...'), { target: { value: 'asha' } });
    expect(await screen.findByText('No companies found matching your criteria')).toBeTruthy();
  });

  it('saves all companies as the file of the API', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi({ ...answers, 'GET /companies/export': csvFile('companies.csv') });
    renderApp(<CompaniesPage />, { route: '/companies' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Saved as companies.csv')).toBeTruthy();
    expect(saved).toEqual(['companies.csv']);
    const asked = calls.find((call) => call.key === 'GET /companies/export');
    expect(asked?.url.search).toBe('?format=csv');
  });

  it('states that an export contains all companies, whatever the filter', async () => {
    stubApi({ ...answers, 'GET /companies/export': unfinished });
    renderApp(<CompaniesPage />, { route: '/companies?status=active' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/^All companies that you may see, whatever the filters/)).toBeTruthy();
  });

  it('creates a company with the defaults, confirms it and closes', async () => {
    const calls = stubApi({ ...answers, 'POST /companies': companies[0] });
    const { router } = renderApp(<CompaniesPage />, { route: '/companies?new=1' });
    await screen.findByText('Create New Company');
    fireEvent.click(screen.getByRole('button', { name: 'Create Company' }));
    expect(await screen.findByText('Company name is required')).toBeTruthy();
    type('Company Name', 'Nila');
    type('Company Code', 'NILA');
    fireEvent.click(screen.getByRole('button', { name: 'Create Company' }));
    expect(await screen.findByText('The company has been successfully created.')).toBeTruthy();
    expect(calls.find((call) => call.key === 'POST /companies')?.body).toEqual({
      name: 'Nila',
      code: 'NILA',
      tier: 'secondary',
      timeZone: 'Asia/Kolkata',
      status: 'active',
    });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    const lists = () => calls.filter((call) => call.key === 'GET /companies').length;
    await waitFor(() => expect(lists()).toBe(2));
  });

  it('shows a taken code at its field and other failures as a toast', async () => {
    let status = 409;
    stubApi({
      ...answers,
      'POST /companies': () => problem(status, { message: 'Company code already exists' }),
    });
    renderApp(<CompaniesPage />, { route: '/companies?new=1' });
    await screen.findByText('Create New Company');
    type('Company Name', 'Nila');
    type('Company Code', 'ASHA');
    fireEvent.click(screen.getByRole('button', { name: 'Create Company' }));
    expect(await screen.findByText('Company code already exists')).toBeTruthy();
    status = 503;
    fireEvent.click(screen.getByRole('button', { name: 'Create Company' }));
    expect(await screen.findByText('Failed to create company. Please try again.')).toBeTruthy();
  });

  it('asks before it discards input', async () => {
    stubApi(answers);
    const { router } = renderApp(<CompaniesPage />, { route: '/companies?new=1' });
    await screen.findByText('Create New Company');
    type('Company Name', 'Nila');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Discard your changes?')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('offers the administrator of a suspended company to request its reactivation', async () => {
    startSession('t', sampleUser({ role: 'admin', permissions: ['company:manage'] }));
    const calls = stubApi({ ...answers, 'POST /companies/2/reactivation-requests': companies[1] });
    renderApp(<CompaniesPage />, { route: '/companies' });
    const bar = await screen.findByRole('region', { name: 'Suspension of Bodhi Health' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Request reactivation' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Request reactivation' }));
    expect(await screen.findByText('A reason is required')).toBeTruthy();
    type('Reason', 'Suspended by mistake');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Request reactivation' }));
    expect(await screen.findByText('Reactivation requested')).toBeTruthy();
    const sent = calls.find((call) => call.key === 'POST /companies/2/reactivation-requests');
    expect(sent?.body).toEqual({ reason: 'Suspended by mistake' });
  });

  it.each([
    { permissions: ['company:manage'], decides: false },
    { permissions: ['company:manage', 'company:create'], decides: true },
  ] as const)(
    'shows an open request with who, when, why and what is next: %o',
    async ({ permissions, decides }) => {
      startSession(
        't',
        sampleUser({ role: decides ? 'super_admin' : 'admin', permissions: [...permissions] }),
      );
      const reactivationRequest = {
        requestedAt: '2026-11-21T08:00:00.000Z',
        requestedBy: 7,
        requestedByName: 'Ravi Nair',
        reason: 'Suspended by mistake',
      };
      const suspended = sampleCompany(2, { name: 'Bodhi Health', status: 'suspended', reactivationRequest });
      stubApi({ ...answers, 'GET /companies': [companies[0], suspended] });
      renderApp(<CompaniesPage />, { route: '/companies' });
      const bar = await screen.findByRole('region', { name: 'Suspension of Bodhi Health' });
      expect(bar.textContent).toContain('Reactivation of Bodhi Health requested by Ravi Nair on ');
      expect(bar.textContent).toContain('Reason: Suspended by mistake');
      expect(within(bar).queryByText(/^All super admins have a mail/) === null).toBe(decides);
      expect(within(bar).queryByRole('button', { name: 'Activate' }) !== null).toBe(decides);
      expect(within(bar).queryByRole('button', { name: 'Request reactivation' })).toBeNull();
    },
  );

  it('lets a super admin refuse the open request', async () => {
    startSession('t', sampleUser({ role: 'super_admin', permissions: ['company:manage', 'company:create'] }));
    const reactivationRequest = {
      ...{ requestedAt: '2026-11-21T08:00:00.000Z', requestedBy: 7, requestedByName: 'Ravi Nair' },
      reason: 'Suspended by mistake',
    };
    const suspended = sampleCompany(2, { name: 'Bodhi Health', status: 'suspended', reactivationRequest });
    const refuse = 'POST /companies/2/reactivation-requests/refuse';
    const calls = stubApi({ ...answers, 'GET /companies': [suspended], [refuse]: companies[1] });
    renderApp(<CompaniesPage />, { route: '/companies' });
    const bar = await screen.findByRole('region', { name: 'Suspension of Bodhi Health' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Refuse' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Refuse the reactivation of Bodhi Health?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Refuse request' }));
    expect(await screen.findByText('Request refused')).toBeTruthy();
    expect(calls.filter(({ key }) => key === refuse)).toHaveLength(1);
  });

  it('lets a super admin activate a company that requests it', async () => {
    startSession('t', sampleUser({ role: 'super_admin', permissions: ['company:manage', 'company:create'] }));
    const reactivationRequest = {
      ...{ requestedAt: '2026-11-21T08:00:00.000Z', requestedBy: 7, requestedByName: 'Ravi Nair' },
      reason: 'Suspended by mistake',
    };
    const suspended = sampleCompany(2, { name: 'Bodhi Health', status: 'suspended', reactivationRequest });
    const change = 'POST /companies/2/status';
    const calls = stubApi({ ...answers, 'GET /companies': [suspended], [change]: companies[1] });
    renderApp(<CompaniesPage />, { route: '/companies' });
    const bar = await screen.findByRole('region', { name: 'Suspension of Bodhi Health' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Activate' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Activate company' }));
    await waitFor(() => expect(calls.find(({ key }) => key === change)?.body).toEqual({ status: 'active' }));
  });

  it('offers no action to readers', async () => {
    startSession('t', sampleUser({ permissions: [] }));
    stubApi(answers);
    renderApp(<CompaniesPage />, { route: '/companies' });
    await screen.findByText('Asha Bank');
    expect(screen.queryByText('Add Company')).toBeNull();
    expect(screen.queryByLabelText('Edit Asha Bank')).toBeNull();
  });
});

const agreement = (change: object) => ({
  id: 4,
  companyId: 1,
  companyName: 'Asha Bank',
  otherCompanyId: 2,
  otherCompanyName: 'Bodhi Health',
  purpose: 'kyc',
  includeAadhaar: false,
  disclosureDelay: 15,
  includesHealthData: false,
  status: 'pending',
  isLive: false,
  startsAt: null,
  endsAt: null,
  acceptedAt: null,
  endedAt: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  ...change,
});

describe('an administrator of one company', () => {
  const adminOf = (id: number) =>
    sampleUser({
      role: 'admin',
      permissions: ['company:manage'],
      companies: [{ id, name: 'x', role: 'admin', permissions: ['company:manage'] }],
    });

  it('sees the agreements of its company on all pages and ends one', async () => {
    startSession('t', adminOf(1));
    const link = '</api/link-agreements?cursor=more>; rel="next"';
    const calls = stubApi({
      ...answers,
      'GET /companies': [companies[0]],
      'GET /link-agreements': ({ url }: { url: URL }) =>
        url.searchParams.has('cursor')
          ? [agreement({ status: 'accepted' })]
          : Response.json([agreement({ id: 5, status: 'ended' })], { headers: { link } }),
      'DELETE /link-agreements/4': { success: true },
    });
    renderApp(<CompaniesPage />, { route: '/companies' });
    expect(await screen.findByText('In force')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'End' }));
    await screen.findByText('End this agreement?');
    fireEvent.click(screen.getByRole('button', { name: 'End agreement' }));
    expect(await screen.findByText('The agreement has ended')).toBeTruthy();
    expect(calls.some((call) => call.key === 'DELETE /link-agreements/4')).toBe(true);
  });

  it.each([
    ['that proposed waits', 1, false],
    ['that received the request can accept', 2, true],
  ])('of the side %s', async (_, id, mayAccept) => {
    startSession('t', adminOf(id));
    stubApi({ ...answers, 'GET /companies': [companies[id - 1]], 'GET /link-agreements': [agreement({})] });
    renderApp(<CompaniesPage />, { route: '/companies' });
    await screen.findByText('Waits for the other side');
    expect(screen.queryByRole('button', { name: 'Accept' }) !== null).toBe(mayAccept);
  });

  it.each(['the top', 'the empty list'])('opens the dialog for any two companies from %s', async (place) => {
    startSession('t', adminOf(2));
    stubApi(answers);
    const { router } = renderApp(<CompaniesPage />, { route: '/companies' });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Link companies' })).toHaveLength(2));
    const buttons = screen.getAllByRole('button', { name: 'Link companies' });
    fireEvent.click(buttons[place === 'the top' ? 0 : 1] as HTMLElement);
    // Company 1 of the URL is not preselected, because the user may not link it.
    const form = within(await screen.findByRole('dialog', { name: 'Let two companies link their people' }));
    expect(router.state.location.search).toBe('?link=any');
    const options = within(form.getByLabelText('Company')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Bodhi Health']);
  });
});

describe('a dialog opened by the address', () => {
  it.each(['new=1', 'edit=1', 'change=1', 'link=1', 'delete=1'])(
    'is refused without the permission: %s',
    async (search) => {
      startSession('t', sampleUser({ role: 'pii_view', permissions: [] }));
      stubApi(answers);
      const { router } = renderApp(<CompaniesPage />, { route: `/companies?${search}` });
      expect(await screen.findByText('Your role may not do this')).toBeTruthy();
      expect(screen.getByText(/needs the permission company:(create|manage), which PII View/)).toBeTruthy();
      expect(screen.queryByLabelText('Company Name')).toBeNull();
      const [close] = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' });
      fireEvent.click(close as HTMLElement);
      await waitFor(() => expect(router.state.location.search).toBe(''));
    },
  );
});

describe('rules', () => {
  it('finds by name or code in any case', () => {
    const found = (search: string) =>
      filterCompanies(companies, { search, tier: '', status: '' }).map((company) => company.id);
    expect(found(' bodHI')).toEqual([2]);
    expect(found('bank')).toEqual([1]);
    expect(found('')).toEqual([1, 2]);
  });
  it.each([
    ['unknown', null, null, 'noData'],
    ['unknown', null, 94, 'readiness'],
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
