import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { GraphModel } from '../../lineage-graph/graph-model.ts';
import { opened, press, pressIn, type, versionOf } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { sampleCompany } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { type ApiCall, problem } from '../../testing/stub-api.ts';
import { sampleRelationship } from './testing/sample-relationship.ts';

// jsdom has no canvas: a fake drawing shows each edge as a button.
vi.mock('../../lineage-graph/graph-canvas.tsx', () => ({
  GraphCanvas: (props: { model: GraphModel; label: string; onSelectEntry: (id: number) => void }) => (
    <section
      aria-label={props.label}
      title={props.model.nodes.map(({ id, series }) => `${id} in colour ${series}`).join(', ')}
    >
      {props.model.edges.map(({ id, entryId }) =>
        entryId === null ? null : (
          <button type="button" key={id} onClick={() => props.onSelectEntry(entryId)}>
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
const membership = exampleOf('GET /data-lineage').links[0];
const EXPLAIN = 'GET /data-lineage/entries/7/explain';
const DECIDE = 'POST /data-lineage/entries/7/decision';
const explained = {
  ...{ entry, version: 4, comparisons, probability: 0.874, withheld: null, decisions: [] as object[] },
  modelVersion: 'prior-4/cross:7/1a2b3c4d5e6f',
};
/** No level of the comparison is shown, for this reason. */
const withheldFor = (withheld: string) => ({
  ...{ ...explained, comparisons: [], probability: 0, modelVersion: '', withheld },
});
const show = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/data-lineage?company=1${search}`,
    {
      'GET /data-lineage/summary': {
        ...{ totalRelationships: 7330, scoredRelationships: 6641, avgConfidence: 94, pending: 689 },
        ...{ uniqueIndividuals: 6918, verifiedLinks: 6641, medianConfidence: 98, withinCompany: 412 },
        ...{ crossCompany: 6918, pendingOverADay: 37 },
      },
      'GET /data-lineage': {
        nodes: exampleOf('GET /data-lineage').nodes,
        links: [
          membership,
          {
            ...{ source: 'individual:48213', target: 'company:1', confidence: 99, grade: null },
            ...{ relationshipType: 'same_individual', verificationStatus: 'verified', entryId: 7 },
          },
        ],
      },
      'GET /data-lineage/entries': [entry],
      [EXPLAIN]: explained,
      ...answers,
    },
    user,
  );
const sees = async (...texts: (string | RegExp)[]) => {
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
};

describe('Data Lineage', () => {
  it('shows the four figures, the graph and the table', async () => {
    await show();
    await sees('Total Relationships', 'Avg Confidence', 'Unique Individuals', 'Verified Links');
    await sees('7,330', '94%', '6,918', '6,641', '412 within a company');
    await sees('median 98%; 6,641 with a score, 689 without', '37 pending longer than a day', 'Phone · Name');
    await sees('1 of 7,330 relationships, the strongest of each pair of companies');
  });

  it('colours a company by its index among all companies, whatever the filters', async () => {
    const inside = sampleRelationship(7, { sourceCompanyId: 4, targetCompanyId: 4, relatedIndividualId: 5 });
    await showScreen('/data-lineage?company=4&status=pending', {
      'GET /companies': [sampleCompany(4), sampleCompany(1), sampleCompany(2)],
      'GET /data-lineage/entries': [inside],
    });
    const drawn = await screen.findByRole('region', { name: /^1 relationships/ });
    await waitFor(() => expect(drawn.title).toContain('company:4 in colour 2'));
  });

  it('opens a pair from a line of the graph, keeps it in the address, and explains it', async () => {
    const { router } = await show();
    fireEvent.click(await screen.findByText('entry:7'));
    await waitFor(() => expect(router.state.location.search).toContain('entry=7'));
    await sees('Why they were joined, in bits of evidence', 'prior', 'Phone equal', '-9.4', '+11.2', '0.874');
    const model = screen.getByText('by the model shared under the agreement');
    expect(model.title).toBe('prior-4/cross:7/1a2b3c4d5e6f');
  });

  it('shows a grade and equal identifiers until both companies have verified a pair', async () => {
    const graded = sampleRelationship(7, {
      ...{ confidenceScore: null, grade: 'strong' },
      matchingFields: { fields: ['pan', 'bank_account'] },
    });
    await show('&entry=7', {
      'GET /data-lineage/entries': [graded],
      [EXPLAIN]: { ...withheldFor('both_verify'), entry: graded },
    });
    await sees('The two records agree by PAN, Bank account.');
    await sees(/shown when both companies have verified the pair/);
    expect((await screen.findAllByText('Strong')).length).toBeGreaterThan(0);
    expect(screen.queryByText('0.874')).toBeNull();
  });

  it('asks for a purpose before it shows the levels of a pair inside a company', async () => {
    await show('&entry=7', {
      [EXPLAIN]: ({ url }: ApiCall) =>
        url.searchParams.get('purpose') === 'kyc' ? explained : withheldFor('purpose'),
    });
    await sees(/State what you read the evidence for/);
    await type('Purpose', 'Not a slug!');
    await press('Show the evidence');
    await sees(/Use 1 to 50 of a-z/);
    await type('Purpose', 'kyc');
    await press('Show the evidence');
    await sees('0.874');
  });

  it('records a decision with a note, explains its effect, and shows its author', async () => {
    const made = {
      ...{ companyId: 1, verificationStatus: 'rejected', note: 'Father and son' },
      ...{ decidedBy: 'Asha Rao', decidedAt: '2026-11-21T08:00:00.000Z' },
    };
    let decisions: object[] = [];
    const { sent } = await show('&entry=7', {
      [EXPLAIN]: () => ({ ...explained, decisions }),
      [DECIDE]: () => {
        decisions = [made];
        return { ...entry, verificationStatus: 'rejected', decision: 'rejected' };
      },
    });
    await press('Reject');
    await sees('IND_48213 and IND_47790 are two people');
    await type('Note', 'Father and son');
    fireEvent.submit(screen.getByLabelText('Note'));
    await sees('Rejected. Matching no longer changes it.');
    expect(sent(DECIDE)[0]?.body).toEqual({ verificationStatus: 'rejected', note: 'Father and son' });
    await sees(/by Asha Rao for Asha Bank/);
  });

  it('shows a note as withheld, and no decision, to a user without the permissions', async () => {
    const [decision] = exampleOf('GET /data-lineage/entries/{id}/explain').decisions;
    const texts = { view: 'withheld', filled: ['note'], identifiers: 0 };
    const decisions = [{ ...decision, note: null, texts }];
    await show('&entry=7', { [EXPLAIN]: { ...explained, decisions } }, { permissions: ['lineage:read'] });
    await sees('There is a note. Ask an administrator for the permission “Read notes” to see it.', '0.874');
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  });

  it('refuses a decision on a pair that has changed, until it is reloaded', async () => {
    let version = 4;
    const { sent } = await show('&entry=7', {
      [EXPLAIN]: () => ({ ...explained, version }),
      [DECIDE]: (call: ApiCall) => {
        version = 5;
        return versionOf(call) === '"5"' ? entry : problem(412, { reason: 'STALE', message: 'Changed' });
      },
    });
    await press('Reject');
    await opened();
    for (const name of ['Reject', 'Reload', 'Reject']) await pressIn(name);
    await waitFor(() => expect(sent(DECIDE).map(versionOf)).toEqual(['"4"', '"5"']));
  });

  it('shows a pseudonym if the other side is not readable', async () => {
    const hidden = { ...entry, relatedIndividualId: null, relatedPseudonym: 'P000164' };
    await show('&entry=7', { [EXPLAIN]: { ...explained, entry: hidden } });
    await sees('P000164');
    expect(screen.queryByText('IND_47790')).toBeNull();
  });

  it('filters list and graph by the address, and has a text for an empty result', async () => {
    const { sent } = await show('&confidence=high&individual=48213', { 'GET /data-lineage/entries': [] });
    await sees('No relationships found matching your criteria', 'No data lineage available');
    const asked = sent('GET /data-lineage/entries').map(({ url }) => Object.fromEntries(url.searchParams));
    const filters = { confidence: 'high', individualId: '48213', companyId: '1' };
    expect(asked).toEqual([expect.objectContaining(filters), expect.objectContaining(filters)]);
    expect(sent('GET /data-lineage')).toHaveLength(0);
  });

  it('marks the missing evidence of a foreign pair', async () => {
    await show('&entry=7', { [EXPLAIN]: () => problem(404, { message: 'Not found', requestId: 'r-9' }) });
    await sees('The evidence could not be loaded', 'r-9');
  });

  it('has Analyze and Export in Relationship Details, and links the oldest pending pair to its evidence', async () => {
    const { router } = await show();
    const heading = await screen.findByRole('heading', { name: 'Relationship Details' });
    const card = within(heading.closest('section') as HTMLElement);
    expect(card.getByRole('button', { name: 'Export' })).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Analyze' }));
    await sees('Saral Bank ↔ Arogya Health', '271');
    await pressIn('Evidence');
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&entry=7'));
  });
});
