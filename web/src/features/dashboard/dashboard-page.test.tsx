import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { GraphModel } from '../../lineage-graph/graph-model.ts';
import { press } from '../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../testing/examples.ts';
import { sampleCompany, sampleEntry, sampleKey } from '../../testing/samples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';
import { noAttention } from './testing/samples.ts';

vi.mock('../../lineage-graph/graph-canvas.tsx', () => ({
  GraphCanvas: (props: { model: GraphModel; label: string; onSelectPerson: (id: number) => void }) => (
    <button
      type="button"
      title={props.model.nodes.map(({ id, series }) => `${id} in colour ${series}`).join(', ')}
      onClick={() => props.onSelectPerson(7)}
    >
      {props.label}
    </button>
  ),
}));

const compliance = (status: 'compliant' | 'violation', score: number) => ({ status, score, readiness: null });
const companies = [
  sampleCompany(1, {
    ...{ name: 'Asha Bank', piiRecords: 11_840, aadhaarStatus: 'encrypted', individuals: 2000 },
    compliance: compliance('compliant', 94),
  }),
  sampleCompany(2, { name: 'Bodhi Health', status: 'suspended', compliance: compliance('violation', 40) }),
];
const person = {
  ...exampleRow('GET /individuals'),
  piiFields: ['name', 'pan'].map((fieldType) => ({ fieldType, companyId: 1 })),
  crossCompanyData: { companies: [1, 2, 3, 4].map((id) => ({ id, name: `Holder ${id}`, tier: 'finance' })) },
};
const link = { entryId: null, confidence: 100, relationshipType: null, verificationStatus: null };
const graph = {
  nodes: [
    { id: 'company:2', name: 'Bodhi Health', type: 'company', tier: 'healthcare' },
    { id: 'individual:7', name: 'IND_7', type: 'individual', tier: null },
  ],
  links: [
    { ...link, source: 'company:2', target: 'individual:7' },
    { ...link, source: 'individual:7', target: 'individual:8', entryId: 5, verificationStatus: 'verified' },
  ],
};
const metrics = {
  ...{ totalIndividuals: 48_213, activeCompanies: 1, crossLinks: 6918, complianceScore: null },
};
const away = () => problem(503, { status: 503, message: 'Away' });
const show = (answers: object = {}, user = {}, search = '') =>
  showScreen(
    `/${search}`,
    {
      'GET /companies': companies,
      'GET /dashboard/metrics': metrics,
      'GET /analytics': {
        growth: [{ day: '2026-11-21', added: 118, erased: 0, individuals: 48_213 }],
        access: { byAction: [{ action: 'field_decrypt', entries: 37 }] },
      },
      'GET /individuals': [person],
      'GET /data-lineage': graph,
      'GET /encryption-keys': [sampleKey({ expiresAt: '2999-01-01T00:00:00.000Z' })],
      'GET /compliance': [],
      'GET /dashboard/attention': {
        ...{ ...noAttention, heldImports: { count: 1, oldest: { id: 4, companyId: 1, fileName: 'a.csv' } } },
        relationships: { total: 20, pending: 3, companyId: 1 },
      },
      'GET /audit-trail': [
        sampleEntry('field_decrypt', { individualId: 48_213, details: { decision: 'refused' } }),
        sampleEntry('field_decrypt', {
          id: 2,
          actorType: 'api_client',
          actorId: 'pvc_b0ad9cf7ccfde108b3f1deb1',
        }),
      ],
      ...answers,
    },
    user,
  );
const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const ALL_WELL = 'Nothing is wrong and nothing waits for you.';

describe('the Dashboard', () => {
  it('lists pending items, each with its next action', async () => {
    await show();
    expect(await screen.findByText('2 things wait for you')).toBeTruthy();
    expect(screen.getByText('a.csv of Asha Bank waits for its columns')).toBeTruthy();
    expect(linkOf('Map columns')).toBe('/imports?company=1&import=4');
    expect(screen.getByText('3 relationships wait for a decision')).toBeTruthy();
    expect(linkOf('Review at Asha Bank')).toBe('/data-lineage?company=1&status=pending');
  });

  it('shows figures with their change, and a dash for a missing one', async () => {
    await show();
    for (const text of ['48,213', '+118 in 7 days', '1 not active', '3 relationships to decide'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Compliance Score').nextSibling?.textContent).toBe('–');
  });

  it('shows graph, person, key store and trail of the data, and no certificate without a report', async () => {
    const { router } = await show();
    for (const text of ['IND_48213', 'and 1 more company', '2 fields', 'AES-256-GCM', 'Reveal refused'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('0 fields')).toBeNull();
    expect(await screen.findByText('Software key file – evaluation only')).toBeTruthy();
    const check = screen.getByText('Health check').nextSibling as HTMLElement;
    expect(check.querySelector('time')?.dateTime).toBe('2026-11-21T08:00:00.000Z');
    expect(screen.queryByText(/FIPS/)).toBeNull();
    for (const text of ['Ravi Nair · IND_48213 · Asha Bank', 'Ravi Nair (API client) · Asha Bank'])
      expect(screen.getByText(text)).toBeTruthy();
    const activity = screen.getByRole('heading', { name: 'Activity in 7 days' });
    expect(activity.closest('section')?.textContent).toContain('Reveal37');
    expect(linkOf('View full audit trail')).toBe('/audit');
    const drawn = await screen.findByText(/^The 1 strongest relationships/);
    // The colour index counts all companies, as on the screen Data Lineage, not only the drawn ones.
    expect(drawn.title).toBe('company:2 in colour 1, individual:7 in colour 1');
    fireEvent.click(drawn);
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/individuals?company=2&selected=7');
  });

  it('has the columns of the specification and exports the filtered rows', async () => {
    const saved = watchSavedFiles();
    await show({}, {}, '?compliance=nonCompliant');
    const table = within(await screen.findByRole('grid', { name: 'Company Data Segregation' }));
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      ...['Company', 'PII Records', 'Data Types', 'Aadhaar Status', 'Compliance', 'Last Activity'],
    ]);
    expect(table.queryByText('Asha Bank')).toBeNull();
    expect(table.getByText('Not stored')).toBeTruthy();
    await press('Export');
    expect(await screen.findByText('Saved as company-data-segregation.csv')).toBeTruthy();
    expect(saved).toEqual(['company-data-segregation.csv']);
    await press('Clear filter Non-Compliant');
    expect(await table.findByText('11,840')).toBeTruthy();
  });

  it('names failed checks instead of stating that nothing is wrong', async () => {
    let isAway = true;
    const failing = { highRiskLogins: null, unchecked: ['logins'] };
    await show({
      'GET /dashboard/attention': () => ({ ...noAttention, ...(isAway ? failing : { highRiskLogins: 0 }) }),
      'GET /compliance': () => (isAway ? away() : []),
    });
    const alert = await screen.findByText('Not checked: compliance, sign-in attempts.');
    expect(screen.queryByText(ALL_WELL)).toBeNull();
    isAway = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(ALL_WELL)).toBeTruthy();
  });

  it.each([
    ['compliance:read', { ...noAttention, unchecked: ['registers'] }, /^Not checked: .*grievances/],
    ['company:manage', { ...noAttention, unchecked: ['partners'] }, /^Not checked: .*agreements/],
    ['pii:write', away, 'Not checked: imports.'],
  ])('with %s is not said to be in order while a part was not checked', async (permission, answer, text) => {
    await show({ 'GET /dashboard/attention': answer }, { permissions: ['pii:read', permission] });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText(ALL_WELL)).toBeNull();
  });

  it('shows the breach, the grievance and the request that wait, and says what was checked', async () => {
    let waits = 1;
    const one = () => ({ count: waits, overdue: 0, companyId: 1, dueAt: '2026-11-24T08:00:00.000Z' });
    const { queryClient } = await show({
      'GET /dashboard/attention': () => ({
        ...noAttention,
        ...{ incidents: one(), grievances: one(), accessReviews: one(), approvals: one(), limits: one() },
        ...{ agreements: one(), failingWebhooks: one() },
      }),
    });
    for (const text of [
      /^A breach at Asha Bank is not reported to the Board: due by 24 Nov/,
      /^A grievance at Asha Bank is due by 24 Nov/,
      /^A request at Asha Bank waits for your approval until 24 Nov/,
      'A webhook of Asha Bank fails',
      'Asha Bank is asked for a link agreement',
      /^Looser limits of Asha Bank wait for your decision/,
      /^The privileged users of Asha Bank were not reviewed/,
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText(ALL_WELL)).toBeNull();
    waits = 0;
    await act(() => queryClient.refetchQueries({ queryKey: ['/dashboard/attention'] }));
    expect(await screen.findByText(ALL_WELL)).toBeTruthy();
    const checked =
      /^Checked: .*breaches, grievances and access reviews, approvals, agreements and webhooks\.$/;
    expect(screen.getByText(checked)).toBeTruthy();
  });

  it('keeps loaded figures when a refresh fails, and shows a dash, not 0, for one that was never loaded', async () => {
    let isAway = false;
    const { queryClient } = await show({ 'GET /dashboard/metrics': () => (isAway ? away() : metrics) });
    await screen.findByText('48,213');
    isAway = true;
    await act(() => queryClient.refetchQueries({ queryKey: ['/dashboard/metrics'] }));
    const banner = await screen.findByText(/^Not refreshed/);
    expect(screen.getByText('48,213')).toBeTruthy();
    await act(() => queryClient.resetQueries({ queryKey: ['/dashboard/metrics'] }));
    await waitFor(() => expect(screen.getByText('Total Individuals').nextSibling?.textContent).toBe('–'));
    expect(banner.isConnected).toBe(false);
  });

  it('requests only data that the role can read', async () => {
    const { calls } = await show({ 'GET /dashboard/attention': noAttention }, { permissions: ['pii:read'] });
    expect(await screen.findByText(ALL_WELL)).toBeTruthy();
    await screen.findByText('IND_48213');
    for (const text of ['Recent Audit Activity', 'Data Lineage Network', 'Algorithm'])
      expect(screen.queryByText(text)).toBeNull();
    expect(calls.map((call) => call.key).sort()).toEqual([
      ...['GET /companies', 'GET /dashboard/metrics', 'GET /environment/status', 'GET /individuals'],
    ]);
  });

  it.each([
    [1, false],
    [2, true],
  ])('shows the person of company %i only if the user can read its people', async (id, isShown) => {
    const holds = (companyId: number, permission: 'audit:read' | 'pii:read') => ({
      ...{ id: companyId, name: 'x', role: 'pii_view' as const, permissions: [permission] },
    });
    const permissions = ['audit:read', 'pii:read'] as const;
    const user = { permissions: [...permissions], companies: [holds(1, 'audit:read'), holds(2, 'pii:read')] };
    const { sent } = await show({}, user, `?company=${id}`);
    // The trail is below the person's card, so it loads after the person.
    expect(await screen.findByRole('link', { name: 'View full audit trail' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Individual Profile' }) !== null).toBe(isShown);
    expect(sent('GET /individuals').length > 0).toBe(isShown);
  });

  it('reports that the key store is offline, with a link only for users who manage keys', async () => {
    const status = exampleOf('GET /environment/status');
    const offline = { ...status, keyStore: { ...status.keyStore, status: 'offline' } };
    await show({ 'GET /environment/status': offline }, { permissions: ['pii:read'] });
    expect(await screen.findByText('The key store is not online')).toBeTruthy();
    expect(screen.getByText('Tell an administrator.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'See key store' })).toBeNull();
  });

  it('shows empty states without entries and links', async () => {
    await show({ 'GET /audit-trail': [], 'GET /data-lineage': { nodes: [], links: [] } });
    for (const text of ['No audit events available', 'No data lineage available'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('leads through the first steps of an empty vault', async () => {
    await show({ 'GET /companies': [], 'GET /link-agreements': [] });
    expect(await screen.findByRole('heading', { name: 'First steps' })).toBeTruthy();
    expect(linkOf('Create a company')).toBe('/companies?new=1');
    expect(screen.queryByText('Total Individuals')).toBeNull();
  });
});
