import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import type { GraphModel } from '../../lineage-graph/graph-model.ts';
import { PermissionScope } from '../../session/permission-scope.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleKey, sampleUser } from '../../testing/samples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { DashboardPage } from './pages/dashboard-page.tsx';
import { noAttention, sampleAuditEntry } from './testing/samples.ts';

vi.mock('../../lineage-graph/graph-canvas.tsx', () => ({
  GraphCanvas: ({
    model,
    label,
    onSelectPerson,
  }: {
    model: GraphModel;
    label: string;
    onSelectPerson: (id: number) => void;
  }) => (
    <button
      type="button"
      title={model.nodes.map(({ id, series }) => `${id} in colour ${series}`).join(', ')}
      onClick={() => onSelectPerson(7)}
    >
      {label}
    </button>
  ),
}));

const compliance = (status: 'compliant' | 'violation', score: number) => ({ status, score, readiness: null });
const companies = [
  sampleCompany(1, {
    name: 'Asha Bank',
    individuals: 2000,
    piiRecords: 11_840,
    dataTypes: ['aadhaar', 'name'],
    aadhaarStatus: 'encrypted',
    compliance: compliance('compliant', 94),
  }),
  sampleCompany(2, { name: 'Bodhi Health', status: 'suspended', compliance: compliance('violation', 40) }),
];
const person = {
  id: 48_213,
  masterKey: '033ca842-1f90-4ff1-ada0-ceed36033098',
  companyId: 1,
  dataQualityScore: 96,
  completenessPercentage: 88,
  linkedCompaniesCount: 4,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  piiFields: ['name', 'pan'].map((fieldType) => ({ fieldType, companyId: 1 })),
  crossCompanyData: { companies: [1, 2, 3, 4].map((id) => ({ id, name: `Holder ${id}`, tier: 'finance' })) },
};
const member = { entryId: null, confidence: 100, relationshipType: null, verificationStatus: null };
const graph = {
  nodes: [
    { id: 'company:2', name: 'Bodhi Health', type: 'company', tier: 'healthcare' },
    { id: 'individual:7', name: 'IND_7', type: 'individual', tier: null },
  ],
  links: [
    { source: 'company:2', target: 'individual:7', ...member },
    {
      source: 'individual:7',
      target: 'individual:8',
      entryId: 5,
      confidence: 99,
      relationshipType: 'same_individual',
      verificationStatus: 'verified',
    },
  ],
};
const answers = {
  'GET /companies': companies,
  'GET /dashboard/metrics': {
    totalIndividuals: 48_213,
    activeCompanies: 1,
    crossLinks: 6918,
    complianceScore: null,
  },
  'GET /analytics': {
    growth: [{ day: '2026-11-21', added: 118, erased: 0, individuals: 48_213 }],
    access: { byAction: [{ action: 'field_decrypt', entries: 37 }] },
  },
  'GET /individuals': [person],
  'GET /data-lineage': graph,
  'GET /environment/status': {
    database: { name: 'pii', isTest: false },
    environment: 'production',
    version: '',
    buildTime: '2026-11-21T08:00:00.000Z',
    keyStore: {
      ...{ kind: 'local', protection: 'software', model: null, status: 'online' },
      checkedAt: '2026-11-21T08:00:00.000Z',
    },
    encryption: 'active',
  },
  'GET /encryption-keys': [sampleKey({ expiresAt: '2999-01-01T00:00:00.000Z' })],
  'GET /compliance': [],
  'GET /dashboard/attention': {
    ...noAttention,
    highRiskLogins: 0,
    heldImports: { count: 1, oldest: { id: 4, companyId: 1, fileName: 'customers.csv' } },
    relationships: { total: 20, pending: 3, companyId: 1 },
  },
  'GET /audit-trail': [
    sampleAuditEntry({ individualId: 48_213, details: { decision: 'refused' } }),
    sampleAuditEntry({ id: 2, actorType: 'api_client', actorId: 'pvc_b0ad9cf7ccfde108b3f1deb1' }),
  ],
};
const everything = [
  'pii:read',
  'pii:write',
  'audit:read',
  'company:create',
  'company:manage',
  'encryption:manage',
  'lineage:read',
  'lineage:decide',
  'compliance:read',
  'security:read',
  'analytics:read',
] as const;

beforeAll(() => loadTexts('dashboard'));
beforeEach(() => startSession('t', sampleUser({ permissions: [...everything] })));

const open = (route = '/') =>
  renderApp(
    <CompanyProvider>
      <DashboardPage />
    </CompanyProvider>,
    { route },
  );
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('DashboardPage', () => {
  it('lists pending items, each with its next action', async () => {
    stubApi(answers);
    open();
    expect(await screen.findByText('2 things wait for you')).toBeTruthy();
    expect(screen.getByText('customers.csv of Asha Bank waits for its columns')).toBeTruthy();
    expect(link('Map columns')).toBe('/imports?company=1&import=4');
    expect(screen.getByText('3 relationships wait for a decision')).toBeTruthy();
    expect(link('Review at Asha Bank')).toBe('/data-lineage?company=1&status=pending');
  });

  it('shows figures with their change, and a dash for a missing one', async () => {
    stubApi(answers);
    open();
    expect(await screen.findByText('48,213')).toBeTruthy();
    for (const text of ['+118 in 7 days', '1 not active', '3 relationships to decide'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Compliance Score').nextSibling?.textContent).toBe('–');
  });

  it('shows graph, person, key store and trail of the data, and no certificate without a report', async () => {
    stubApi(answers);
    const { router } = open();
    expect(await screen.findByText('IND_48213')).toBeTruthy();
    expect(screen.getByText('and 1 more company')).toBeTruthy();
    expect(screen.getByText('2 fields')).toBeTruthy();
    expect(screen.queryByText('0 fields')).toBeNull();
    expect(screen.getAllByText('Linked').length).toBeGreaterThan(0);
    expect(await screen.findByText('Software key file – evaluation only')).toBeTruthy();
    expect(await screen.findByText('AES-256-GCM')).toBeTruthy();
    const check = screen.getByText('Health check').nextSibling as HTMLElement;
    expect(check.querySelector('time')?.dateTime).toBe('2026-11-21T08:00:00.000Z');
    expect(screen.queryByText(/FIPS/)).toBeNull();
    expect(await screen.findByText('Reveal refused')).toBeTruthy();
    expect(screen.getByText('Ravi Nair · IND_48213 · Asha Bank')).toBeTruthy();
    expect(screen.getByText('Ravi Nair (API client) · Asha Bank')).toBeTruthy();
    const activity = screen.getByRole('heading', { name: 'Activity in 7 days' });
    expect(activity.closest('section')?.textContent).toContain('Reveal37');
    expect(link('View full audit trail')).toBe('/audit');
    const drawn = await screen.findByText(/^The 1 strongest relationships/);
    // The colour index counts all companies, as on the screen Data Lineage, not only the drawn ones.
    expect(drawn.title).toBe('company:2 in colour 1, individual:7 in colour 1');
    fireEvent.click(drawn);
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/individuals?company=2&selected=7',
    );
  });

  it('has the columns of the specification and exports the filtered rows', async () => {
    const saved = watchSavedFiles();
    stubApi(answers);
    open('/?compliance=nonCompliant');
    const table = await screen.findByRole('grid', { name: 'Company Data Segregation' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map((header) => header.textContent)).toEqual([
      ...['Company', 'PII Records', 'Data Types', 'Aadhaar Status', 'Compliance', 'Last Activity'],
    ]);
    expect(within(table).queryByText('Asha Bank')).toBeNull();
    expect(within(table).getByText('Not stored')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Saved as company-data-segregation.csv')).toBeTruthy();
    expect(saved).toEqual(['company-data-segregation.csv']);
    fireEvent.click(screen.getByRole('button', { name: 'Clear filter Non-Compliant' }));
    expect(await within(table).findByText('11,840')).toBeTruthy();
  });

  it('names failed checks instead of stating that nothing is wrong', async () => {
    let isAway = true;
    const away = () => (isAway ? problem(503, { status: 503, message: 'Away' }) : []);
    stubApi({
      ...answers,
      'GET /dashboard/attention': () => ({
        ...noAttention,
        heldImports: { count: 0, oldest: null },
        ...(isAway ? { highRiskLogins: null, unchecked: ['logins'] } : { highRiskLogins: 0, unchecked: [] }),
      }),
      'GET /compliance': away,
    });
    open();
    const alert = await screen.findByText('Not checked: compliance, sign-in attempts.');
    expect(screen.queryByText('Nothing is wrong and nothing waits for you.')).toBeNull();
    isAway = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nothing is wrong and nothing waits for you.')).toBeTruthy();
  });

  it.each(['compliance:read', 'company:manage'] as const)(
    'with %s is not said to be in order while a register or an approval was not checked',
    async (permission) => {
      startSession('t', sampleUser({ permissions: ['pii:read', permission] }));
      const part = permission === 'compliance:read' ? 'registers' : 'partners';
      stubApi({ ...answers, 'GET /dashboard/attention': { ...noAttention, unchecked: [part] } });
      open();
      expect(await screen.findByText(/^Not checked: .*(grievances|agreements)/)).toBeTruthy();
      expect(screen.queryByText('Nothing is wrong and nothing waits for you.')).toBeNull();
    },
  );

  it('shows the breach, the grievance and the request that wait, and says what was checked', async () => {
    const dueAt = '2026-11-24T08:00:00.000Z';
    let waits = 1;
    const one = () => ({ count: waits, overdue: 0, companyId: 1, dueAt });
    stubApi({
      ...answers,
      'GET /dashboard/attention': () => ({
        ...noAttention,
        ...{ incidents: one(), grievances: one(), accessReviews: one(), approvals: one(), limits: one() },
        ...{ agreements: one(), failingWebhooks: one() },
      }),
    });
    const { queryClient } = open();
    expect(
      await screen.findByText(/^A breach at Asha Bank is not reported to the Board: due by Nov 24/),
    ).toBeTruthy();
    expect(screen.getByText(/^A grievance at Asha Bank is due by Nov 24/)).toBeTruthy();
    expect(screen.getByText(/^A request at Asha Bank waits for your approval until Nov 24/)).toBeTruthy();
    expect(screen.getByText('A webhook of Asha Bank fails')).toBeTruthy();
    expect(screen.getByText('Asha Bank is asked for a link agreement')).toBeTruthy();
    expect(screen.getByText(/^Looser limits of Asha Bank wait for your decision/)).toBeTruthy();
    expect(screen.getByText(/^The privileged users of Asha Bank were not reviewed/)).toBeTruthy();
    expect(screen.queryByText('Nothing is wrong and nothing waits for you.')).toBeNull();
    waits = 0;
    await act(() => queryClient.refetchQueries({ queryKey: ['/dashboard/attention'] }));
    expect(await screen.findByText('Nothing is wrong and nothing waits for you.')).toBeTruthy();
    expect(
      screen.getByText(
        /^Checked: .*breaches, grievances and access reviews, approvals, agreements and webhooks\.$/,
      ),
    ).toBeTruthy();
  });

  it('names what the role may read when the call that gathers it fails', async () => {
    startSession('t', sampleUser({ permissions: ['pii:read', 'pii:write'] }));
    stubApi({ ...answers, 'GET /dashboard/attention': problem(503, { status: 503, message: 'Away' }) });
    open();
    expect(await screen.findByText('Not checked: imports.')).toBeTruthy();
  });

  it('keeps loaded data when a refresh fails', async () => {
    let isAway = false;
    const metrics = answers['GET /dashboard/metrics'];
    stubApi({
      ...answers,
      'GET /dashboard/metrics': () => (isAway ? problem(503, { status: 503, message: 'Away' }) : metrics),
    });
    const { queryClient } = open();
    await screen.findByText('48,213');
    isAway = true;
    await act(() => queryClient.refetchQueries({ queryKey: ['/dashboard/metrics'] }));
    const banner = await screen.findByText(/^Not refreshed/);
    expect(screen.getByText('48,213')).toBeTruthy();
    isAway = false;
    fireEvent.click(within(banner.parentElement as HTMLElement).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/^Not refreshed/)).toBeNull());
  });

  it('shows dashes, not zeros, when figures cannot be loaded', async () => {
    stubApi({ ...answers, 'GET /dashboard/metrics': problem(503, { status: 503, message: 'Away' }) });
    open();
    await screen.findByText('2 things wait for you');
    expect(screen.getByText('Total Individuals').nextSibling?.textContent).toBe('–');
    const alert = screen.getByText(/^Figures: not loaded/).parentElement as HTMLElement;
    stubApi(answers);
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('48,213')).toBeTruthy();
    expect(screen.queryByText(/^Figures: not loaded/)).toBeNull();
  });

  it('requests only data that the role can read', async () => {
    startSession('t', sampleUser({ permissions: ['pii:read'] }));
    const calls = stubApi(answers);
    open();
    expect(await screen.findByText('Nothing is wrong and nothing waits for you.')).toBeTruthy();
    await screen.findByText('IND_48213');
    expect(screen.queryByText('Recent Audit Activity')).toBeNull();
    expect(screen.queryByText('Data Lineage Network')).toBeNull();
    expect(screen.queryByText('Algorithm')).toBeNull();
    expect(calls.map((call) => call.key).sort()).toEqual([
      ...['GET /companies', 'GET /dashboard/metrics', 'GET /environment/status', 'GET /individuals'],
    ]);
  });

  it.each([
    [1, false],
    [2, true],
  ])('shows the person of company %i only if the user can read its people', async (id, isShown) => {
    const holds = (companyId: number, permissions: ('audit:read' | 'pii:read')[]) => ({
      ...{ id: companyId, name: `Company ${companyId}`, role: 'pii_view' as const, permissions },
    });
    const own = [holds(1, ['audit:read']), holds(2, ['pii:read'])];
    startSession('t', sampleUser({ permissions: ['audit:read', 'pii:read'], companies: own }));
    const calls = stubApi(answers);
    renderApp(
      <CompanyProvider>
        <PermissionScope value={undefined}>
          <DashboardPage />
        </PermissionScope>
      </CompanyProvider>,
      { route: `/?company=${id}` },
    );
    // The trail is below the person's card, so it loads after the person.
    expect(await screen.findByRole('link', { name: 'View full audit trail' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Individual Profile' }) !== null).toBe(isShown);
    expect(calls.some(({ key }) => key === 'GET /individuals')).toBe(isShown);
  });

  it('reports that the key store is offline, with a link only for users who manage keys', async () => {
    startSession('t', sampleUser({ permissions: ['pii:read'] }));
    const environment = answers['GET /environment/status'];
    const away = { ...environment, keyStore: { ...environment.keyStore, status: 'offline' } };
    stubApi({ ...answers, 'GET /environment/status': away });
    open();
    expect(await screen.findByText('The key store is not online')).toBeTruthy();
    expect(screen.getByText('Tell an administrator.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'See key store' })).toBeNull();
  });

  it('shows empty states without entries and links', async () => {
    stubApi({ ...answers, 'GET /audit-trail': [], 'GET /data-lineage': { nodes: [], links: [] } });
    open();
    expect(await screen.findByText('No audit events available')).toBeTruthy();
    expect(await screen.findByText('No data lineage available')).toBeTruthy();
  });

  it('leads through the first steps of an empty vault', async () => {
    stubApi({ 'GET /companies': [], 'GET /link-agreements': [] });
    open();
    expect(await screen.findByRole('heading', { name: 'First steps' })).toBeTruthy();
    expect(link('Create a company')).toBe('/companies?new=1');
    expect(screen.queryByText('Total Individuals')).toBeNull();
  });
});
