import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import type { GraphModel } from '../../lineage-graph/graph-model.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { LineagePage } from './pages/lineage-page.tsx';
import { typeTone } from './rules/relationship-look.ts';
import { sampleRelationship } from './testing/sample-relationship.ts';

// jsdom has no canvas: a fake drawing shows each edge as a button.
vi.mock('../../lineage-graph/graph-canvas.tsx', () => ({
  GraphCanvas: ({
    model,
    label,
    onSelectEntry,
  }: {
    model: GraphModel;
    label: string;
    onSelectEntry: (id: number) => void;
  }) => (
    <section
      aria-label={label}
      title={model.nodes.map(({ id, series }) => `${id} in colour ${series}`).join(', ')}
    >
      {model.edges.map(({ id, entryId }) =>
        entryId === null ? null : (
          <button type="button" key={id} onClick={() => onSelectEntry(entryId)}>
            {id}
          </button>
        ),
      )}
    </section>
  ),
}));

const entry = sampleRelationship(7);
const comparisons = [
  { field: 'prior', level: 'odds', weight: -9.4, runningSum: -9.4, probability: 0.001 },
  { field: 'phone', level: 'equal', weight: 11.2, runningSum: 1.8, probability: 0.78 },
];
const member = {
  confidence: 100,
  grade: null,
  relationshipType: null,
  verificationStatus: null,
  entryId: null,
};
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /data-lineage/summary': {
    totalRelationships: 7330,
    scoredRelationships: 6641,
    avgConfidence: 94,
    uniqueIndividuals: 6918,
    verifiedLinks: 6641,
    medianConfidence: 98,
    withinCompany: 412,
    crossCompany: 6918,
    pending: 689,
    pendingOverADay: 37,
  },
  'GET /data-lineage': {
    nodes: [
      { id: 'company:1', name: 'Asha Bank', type: 'company', tier: null },
      { id: 'individual:48213', name: 'IND_48213', type: 'individual', tier: null },
    ],
    links: [
      { source: 'company:1', target: 'individual:48213', ...member },
      {
        source: 'individual:48213',
        target: 'company:1',
        confidence: 99,
        grade: null,
        relationshipType: 'same_individual',
        verificationStatus: 'verified',
        entryId: 7,
      },
    ],
  },
  'GET /data-lineage/entries': [entry],
  'GET /data-lineage/entries/7/explain': {
    entry,
    version: 4,
    comparisons,
    probability: 0.874,
    modelVersion: 'prior-4/cross:7/1a2b3c4d5e6f',
    withheld: null,
    decisions: [],
  },
};
const page = (
  <CompanyProvider>
    <LineagePage />
  </CompanyProvider>
);

beforeAll(() => loadTexts('lineage'));
beforeEach(() => startSession('t', sampleUser()));

describe('LineagePage', () => {
  it('shows the four figures, the graph and the table', async () => {
    stubApi(answers);
    renderApp(page, { route: '/data-lineage?company=1' });
    for (const text of ['Total Relationships', 'Avg Confidence', 'Unique Individuals', 'Verified Links'])
      expect(await screen.findByText(text)).toBeTruthy();
    for (const text of [
      '7,330',
      '94%',
      '6,918',
      '6,641',
      '412 within a company',
      'median 98% of 6,641 with a score',
      '37 pending longer than a day',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(
      await screen.findByText('1 of 7,330 relationships, the strongest of each pair of companies'),
    ).toBeTruthy();
    expect(await screen.findByText('Phone · Name')).toBeTruthy();
  });

  it('colours a company by its index among all companies, whatever the filters', async () => {
    const inside = sampleRelationship(7, { sourceCompanyId: 4, targetCompanyId: 4, relatedIndividualId: 5 });
    stubApi({
      ...answers,
      'GET /companies': [sampleCompany(4), sampleCompany(1), sampleCompany(2)],
      'GET /data-lineage/entries': [inside],
    });
    renderApp(page, { route: '/data-lineage?company=4&status=pending' });
    const drawn = await screen.findByRole('region', { name: /^1 relationships/ });
    await waitFor(() => expect(drawn.title).toContain('company:4 in colour 2'));
  });

  it('saves the filtered list as the file of the API', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi({ ...answers, 'GET /data-lineage/entries/export': csvFile('lineage-entries.csv') });
    renderApp(page, { route: '/data-lineage?company=1&status=pending' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Saved as lineage-entries.csv')).toBeTruthy();
    expect(saved).toEqual(['lineage-entries.csv']);
    const asked = calls.find((call) => call.key === 'GET /data-lineage/entries/export');
    expect(asked?.url.search).toBe('?companyId=1&status=pending&format=csv');
  });

  it('opens a pair from a line of the graph, keeps it in the address, and explains it', async () => {
    stubApi(answers);
    const { router } = renderApp(page, { route: '/data-lineage?company=1' });
    fireEvent.click(await screen.findByText('entry:7'));
    await waitFor(() => expect(router.state.location.search).toContain('entry=7'));
    for (const text of [
      'Why they were joined, in bits of evidence',
      'prior',
      'Phone equal',
      '-9.4',
      '+11.2',
      '0.874',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    const model = screen.getByText('by the model shared under the agreement');
    expect(model.title).toBe('prior-4/cross:7/1a2b3c4d5e6f');
  });

  it('shows a grade and equal identifiers until both companies have verified a pair', async () => {
    const graded = sampleRelationship(7, {
      confidenceScore: null,
      grade: 'strong',
      matchingFields: { fields: ['pan', 'bank_account'] },
    });
    const withheld = {
      version: 1,
      comparisons: [],
      probability: 0,
      modelVersion: '',
      withheld: 'both_verify',
    };
    stubApi({
      ...answers,
      'GET /data-lineage/entries': [graded],
      'GET /data-lineage/entries/7/explain': { entry: graded, ...withheld, decisions: [] },
    });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    expect(await screen.findByText('The two records agree by PAN, Bank account.')).toBeTruthy();
    expect(screen.getByText(/shown when both companies have verified the pair/)).toBeTruthy();
    expect((await screen.findAllByText('Strong')).length).toBeGreaterThan(0);
    expect(screen.queryByText('0.874')).toBeNull();
  });

  it('asks for a purpose before it shows the levels of a pair inside a company', async () => {
    const none = {
      entry,
      version: 1,
      comparisons: [],
      probability: 0,
      modelVersion: '',
      withheld: 'purpose',
      decisions: [],
    };
    stubApi({
      ...answers,
      'GET /data-lineage/entries/7/explain': ({ url }: { url: URL }) =>
        url.searchParams.get('purpose') === 'kyc' ? answers['GET /data-lineage/entries/7/explain'] : none,
    });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    expect(await screen.findByText(/State what you read the evidence for/)).toBeTruthy();
    const field = screen.getByLabelText('Purpose');
    fireEvent.change(field, { target: { value: 'Not a slug!' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show the evidence' }));
    expect(await screen.findByText(/Use 1 to 50 of a-z/)).toBeTruthy();
    fireEvent.change(field, { target: { value: 'kyc' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show the evidence' }));
    expect(await screen.findByText('0.874')).toBeTruthy();
  });

  it('records a decision with a note, explains its effect, and shows its author', async () => {
    const decided = {
      companyId: 1,
      verificationStatus: 'rejected',
      note: 'Father and son',
      decidedBy: 'Asha Rao',
      decidedAt: '2026-11-21T08:00:00.000Z',
    };
    const explain = answers['GET /data-lineage/entries/7/explain'];
    startSession('t', sampleUser({ permissions: ['lineage:read', 'lineage:decide'] }));
    let made: object[] = [];
    const calls = stubApi({
      ...answers,
      'GET /data-lineage/entries/7/explain': () => ({ ...explain, decisions: made }),
      'POST /data-lineage/entries/7/decision': () => {
        made = [decided];
        return { ...entry, verificationStatus: 'rejected', decision: 'rejected' };
      },
    });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    fireEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('IND_48213 and IND_47790 are two people')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Father and son' } });
    fireEvent.submit(screen.getByLabelText('Note'));
    expect(await screen.findByText('Rejected. Matching no longer changes it.')).toBeTruthy();
    const sent = calls.find(({ key }) => key === 'POST /data-lineage/entries/7/decision');
    expect(sent?.body).toEqual({ verificationStatus: 'rejected', note: 'Father and son' });
    expect(await screen.findByText(/by Asha Rao for Asha Bank/)).toBeTruthy();
  });

  it('shows that a note exists to a user who cannot read notes', async () => {
    const explain = answers['GET /data-lineage/entries/7/explain'];
    const made = {
      companyId: 1,
      verificationStatus: 'rejected',
      note: null,
      texts: { view: 'withheld', filled: ['note'], identifiers: 0 },
      decidedBy: 'Asha Rao',
      decidedAt: '2026-11-21T08:00:00.000Z',
    };
    startSession('t', sampleUser({ permissions: ['lineage:read'] }));
    stubApi({ ...answers, 'GET /data-lineage/entries/7/explain': { ...explain, decisions: [made] } });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    expect(
      await screen.findByText('There is a note. Reading it takes the permission notes:read.'),
    ).toBeTruthy();
  });

  it('refuses a decision on a pair that has changed, until it is reloaded', async () => {
    const explain = answers['GET /data-lineage/entries/7/explain'];
    let version = 4;
    startSession('t', sampleUser({ permissions: ['lineage:read', 'lineage:decide'] }));
    const calls = stubApi({
      ...answers,
      'GET /data-lineage/entries/7/explain': () => ({ ...explain, version }),
      'POST /data-lineage/entries/7/decision': ({ init }: { init: RequestInit }) => {
        version = 5;
        const isCurrent = new Headers(init.headers).get('if-match') === '"5"';
        return isCurrent ? entry : problem(412, { reason: 'STALE', message: 'Changed' });
      },
    });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    fireEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Reload' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    const sent = () => calls.filter(({ key }) => key === 'POST /data-lineage/entries/7/decision');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map(({ init }) => new Headers(init.headers).get('if-match'))).toEqual(['"4"', '"5"']);
  });

  it('offers no decision without the permission', async () => {
    startSession('t', sampleUser({ permissions: ['lineage:read'] }));
    stubApi(answers);
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    expect(await screen.findByText('0.874')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  });

  it('shows a pseudonym if the other side is not readable', async () => {
    const hidden = { ...entry, relatedIndividualId: null, relatedPseudonym: 'P000164' };
    const explained = { ...answers['GET /data-lineage/entries/7/explain'], entry: hidden };
    stubApi({ ...answers, 'GET /data-lineage/entries/7/explain': explained });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    expect(await screen.findByText('P000164')).toBeTruthy();
    expect(screen.queryByText('IND_47790')).toBeNull();
  });

  it('filters list and graph by the address, and has a text for an empty result', async () => {
    const calls = stubApi({ ...answers, 'GET /data-lineage/entries': [] });
    renderApp(page, { route: '/data-lineage?company=1&confidence=high&individual=48213' });
    expect(await screen.findByText('No relationships found matching your criteria')).toBeTruthy();
    expect(await screen.findByText('No data lineage available')).toBeTruthy();
    const asked = calls.filter((call) => call.key === 'GET /data-lineage/entries');
    expect(asked.length).toBe(2);
    for (const { url } of asked)
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        confidence: 'high',
        individualId: '48213',
        companyId: '1',
      });
    expect(calls.some((call) => call.key === 'GET /data-lineage')).toBe(false);
  });

  it('names failed parts, and marks the missing evidence of a foreign pair', async () => {
    stubApi({
      ...answers,
      'GET /data-lineage/entries/7/explain': () => problem(404, { message: 'Not found', requestId: 'r-9' }),
    });
    renderApp(page, { route: '/data-lineage?company=1&entry=7' });
    expect(await screen.findByText('The evidence could not be loaded')).toBeTruthy();
    expect(await screen.findByText('r-9')).toBeTruthy();
  });

  it('has Analyze and Export in Relationship Details, and links the oldest pending pair to its evidence', async () => {
    stubApi({
      ...answers,
      'GET /data-lineage/analysis': {
        companyPairs: [
          {
            sourceCompanyId: 1,
            targetCompanyId: 2,
            sourceCompanyName: 'Asha Bank',
            targetCompanyName: 'Bodhi Health',
            links: 1452,
            verified: 1320,
            pending: 130,
            rejected: 2,
            scored: 1452,
            avgConfidence: 94.1,
          },
        ],
        graded: { strong: 701, possible: 182 },
        confidenceHistogram: [
          { from: 80, to: 90, links: 12 },
          { from: 90, to: 100, links: 1440 },
        ],
        oldestUndecided: [entry],
        hotValues: [],
      },
    });
    const { router } = renderApp(page, { route: '/data-lineage?company=1' });
    const card = (await screen.findByRole('heading', { name: 'Relationship Details' })).closest('section');
    const within = (name: string) =>
      [...(card?.querySelectorAll('button') ?? [])].find((button) => button.textContent === name);
    expect(within('Export')).toBeTruthy();
    fireEvent.click(within('Analyze') as HTMLElement);
    expect(await screen.findByText('Asha Bank ↔ Bodhi Health')).toBeTruthy();
    expect(screen.getByText('1,440')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Evidence' }));
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&entry=7'));
  });
});

describe('colours of the specification', () => {
  it.each([
    ['same_individual', 'success'],
    ['cross_reference', 'accent'],
    ['duplicate_detection', 'warning'],
    ['else', 'neutral'],
  ])('%s is %s', (type, tone) => expect(typeTone(type)).toBe(tone));
});
