import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { GraphModel } from '../../lineage-graph/graph-model.ts';
import { press } from '../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../testing/examples.ts';
import { sampleCompany, sampleEntry, sampleKey } from '../../testing/samples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

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
const relationships = {
  ...{ kind: 'relationships', count: 3, overdue: 0, dueAt: null, companyId: 1 },
  ...{ title: { key: 'relationship', params: {} }, link: '/data-lineage?company=1&status=pending' },
};
const away = () => problem(503, { status: 503, message: 'Away' });
const last = [1, 2].map((companyId) => ({ companyId, id: 48_213, masterKey: person.masterKey }));
const ALL = '?scope=all';
/** All companies, and a person of each was looked at. */
function show(answers: object = {}, user = {}, search = ALL) {
  localStorage.setItem('last_people_1', JSON.stringify(last));
  return showScreen(
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
      'GET /waiting': { items: [relationships], read: ['relationships'], unread: [] },
      'GET /data-lineage/summary': { ...exampleOf('GET /data-lineage/summary'), totalRelationships: 20 },
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
}
const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the Dashboard', () => {
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
    expect(linkOf('View full audit trail')).toBe('/audit?scope=all');
    const drawn = await screen.findByText(/^The 1 strongest relationships/);
    // The colour index counts all companies, as on the screen Data Lineage, not only the drawn ones.
    expect(drawn.title).toBe('company:2 in colour 1, individual:7 in colour 1');
    fireEvent.click(drawn);
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/individuals?company=2&selected=7');
  });

  it('has the columns of the specification and exports the filtered rows', async () => {
    const saved = watchSavedFiles();
    await show({}, {}, '?scope=all&compliance=nonCompliant');
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

  it('shows the person last looked at of the company, if the user may read its people', async () => {
    const holds = (companyId: number, permission: 'audit:read' | 'pii:read') => ({
      ...{ id: companyId, name: 'x', role: 'pii_view' as const, permissions: [permission] },
    });
    const permissions = ['audit:read', 'pii:read'] as const;
    const user = { permissions: [...permissions], companies: [holds(1, 'audit:read'), holds(2, 'pii:read')] };
    const { sent, router } = await show({}, user, '?company=1');
    expect(await screen.findByRole('link', { name: 'View full audit trail' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Individual Profile' })).toBeNull();
    expect(sent('GET /individuals')).toEqual([]);
    await act(() => router.navigate('/?company=2'));
    expect(await screen.findByText('IND_48213')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'View full audit trail' })).toBeNull();
    expect(sent('GET /individuals').map(({ url }) => url.search)).toEqual([
      `?companyId=2&search=${person.masterKey}&limit=1`,
    ]);
  });

  it.each([
    ['nobody was looked at', [], [person]],
    ['the person is gone', last, []],
  ])('asks for a person when %s', async (_, people, rows) => {
    localStorage.setItem('last_people_1', JSON.stringify(people));
    await showScreen('/?company=1', { 'GET /companies': companies, 'GET /individuals': rows });
    expect(await screen.findByText('Select an Individual')).toBeTruthy();
    expect(linkOf('Open Individual Profiles')).toBe('/individuals');
  });

  it('has one scope: every call is of the selected company, or of all companies', async () => {
    const { calls } = await show({}, {}, '?company=2');
    const table = within(await screen.findByRole('grid', { name: 'Company Data Segregation' }));
    expect(await table.findByText('Bodhi Health')).toBeTruthy();
    expect(table.queryByText('Asha Bank')).toBeNull();
    expect(screen.getByText('1 not active')).toBeTruthy();
    await screen.findByText('IND_48213');
    await waitFor(() => expect(calls.some(({ key }) => key === 'GET /audit-trail')).toBe(true));
    const ofData = () =>
      calls.filter(({ key }) => !['GET /companies', 'GET /environment/status'].includes(key));
    expect(new Set(ofData().map(({ key }) => key)).size).toBe(8);
    expect(new Set(ofData().map(({ url }) => url.searchParams.get('companyId')))).toEqual(new Set(['2']));
    const before = calls.length;
    fireEvent.click(screen.getByRole('radio', { name: 'All companies' }));
    expect(await table.findByText('Asha Bank')).toBeTruthy();
    await waitFor(() => expect(calls.slice(before).map(({ key }) => key)).toContain('GET /audit-trail'));
    const later = calls.slice(before).filter(({ key }) => key !== 'GET /individuals');
    expect(new Set(later.map(({ url }) => url.searchParams.get('companyId')))).toEqual(new Set([null]));
    expect(later.map(({ key }) => key).sort()).toEqual([
      ...['GET /analytics', 'GET /audit-trail', 'GET /dashboard/metrics', 'GET /data-lineage'],
      ...['GET /data-lineage/summary', 'GET /encryption-keys', 'GET /waiting'],
    ]);
  });

  it('keeps the choice of all companies for the next visit, and offers none with one company', async () => {
    const { unmount } = await show({}, {}, '?company=2');
    fireEvent.click(await screen.findByRole('radio', { name: 'All companies' }));
    unmount();
    const next = await show({}, {}, '?company=2');
    const choice = await screen.findByRole<HTMLInputElement>('radio', { name: 'All companies' });
    expect(choice.checked).toBe(true);
    next.unmount();
    const { sent } = await show({ 'GET /companies': companies.slice(0, 1) }, {}, '?company=1');
    await waitFor(() => expect(sent('GET /waiting').map(({ url }) => url.search)).toEqual(['?companyId=1']));
    expect(screen.queryByRole('radio', { name: 'All companies' })).toBeNull();
  });

  it('requests only data that the role can read', async () => {
    const { calls } = await show({}, { permissions: ['pii:read'] });
    await screen.findByText('48,213');
    for (const text of ['Recent Audit Activity', 'Data Lineage Network', 'Algorithm'])
      expect(screen.queryByText(text)).toBeNull();
    expect(calls.map((call) => call.key).sort()).toEqual([
      ...['GET /companies', 'GET /dashboard/metrics', 'GET /environment/status', 'GET /individuals'],
      'GET /waiting',
    ]);
  });

  it('shows empty states without entries and links', async () => {
    await show({ 'GET /audit-trail': [], 'GET /data-lineage': { nodes: [], links: [] } });
    for (const text of ['No audit events available', 'No data lineage available'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('leads through the setup of an empty vault', async () => {
    const setup = [{ step: 'company', isDone: false }];
    await show({ 'GET /companies': [], 'GET /waiting': { items: [], read: [], unread: [], setup } });
    expect(await screen.findByRole('heading', { name: /^Set up the vault/ })).toBeTruthy();
    expect(linkOf('Create a company')).toBe('/companies?new=1');
    expect(screen.queryByText('Total Individuals')).toBeNull();
  });
});
