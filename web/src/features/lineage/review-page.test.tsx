import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { opened, press, pressIn, type } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { type ApiCall, problem } from '../../testing/stub-api.ts';
import { sampleOf } from './components/review/verify-together.tsx';
import { sampleRelationship } from './testing/sample-relationship.ts';

const DECIDE = (id: number) => `POST /data-lineage/entries/${id}/decision`;
const WITHDRAW = (id: number) => `DELETE /data-lineage/entries/${id}/decision`;
const VERIFY = 'POST /data-lineage/verifications';
const graded = {
  confidenceScore: null,
  grade: 'strong' as const,
  matchingFields: { fields: ['pan', 'phone'] },
};
const links = [7, 8, 9].map((id) => sampleRelationship(id, { individualId: id * 10, ...graded }));
const explained = (id: number, change: object = {}) => ({
  ...{
    entry: sampleRelationship(id, { individualId: id * 10, ...graded }),
    version: id,
    withheld: 'both_verify',
  },
  ...{ comparisons: [], probability: 0, modelVersion: '', decisions: [], ...change },
});
const person = exampleOf('GET /individuals/{id}');

beforeEach(() => localStorage.clear());

function show(answers: object = {}, user: object = {}) {
  const perLink = Object.fromEntries(
    [7, 8, 9].flatMap((id) => [
      [`GET /data-lineage/entries/${id}/explain`, explained(id)],
      [DECIDE(id), links[id - 7]],
      [WITHDRAW(id), links[id - 7]],
      [`GET /individuals/${id * 10}`, person],
    ]),
  );
  return showScreen(
    '/data-lineage/review?company=1',
    {
      'GET /data-lineage/entries': links,
      'GET /data-lineage/summary': { ...exampleOf('GET /data-lineage/summary'), pending: 3 },
      'GET /individuals/47790': person,
      ...perLink,
      ...answers,
    },
    user,
  );
}
const sees = (text: string | RegExp) => screen.findByText(text);
const ready = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Verify' }).hasAttribute('disabled')).toBe(false));
const key = (letter: string, target: Element = document.body) => fireEvent.keyDown(target, { key: letter });

describe('Decide Links', () => {
  it('opens the next link by itself, decides by key, and withdraws the last decision', async () => {
    const { sent } = await show();
    await sees('IND_70');
    await ready();
    key('v');
    await sees('IND_80');
    await waitFor(() =>
      expect(sent(DECIDE(7))[0]?.body).toEqual({ verificationStatus: 'verified', note: '' }),
    );
    await ready();
    key('R');
    await sees('IND_90');
    expect(sent(DECIDE(8))[0]?.body).toMatchObject({ verificationStatus: 'rejected' });
    expect(await sees('2 decided in this visit')).toBeTruthy();
    key('z');
    await sees('IND_80');
    await waitFor(() => expect(sent(WITHDRAW(8))).toHaveLength(1));
    expect(screen.getByRole('status', { name: '' }).textContent).toContain('IND_80');
  });

  it('moves without a decision by J and K, and by buttons', async () => {
    const { sent } = await show();
    await sees('IND_70');
    key('j');
    await sees('IND_80');
    key('k');
    await sees('IND_70');
    await press('Next');
    await sees('IND_80');
    expect([7, 8, 9].flatMap((id) => sent(DECIDE(id)))).toEqual([]);
  });

  it('does not act by keys where the user types, with Ctrl, in a dialog, or when they are off', async () => {
    const inside = { ...links[0], targetCompanyId: 1, grade: null, confidenceScore: 91 };
    const { sent } = await show({
      'GET /data-lineage/entries': [inside, links[1]],
      'GET /data-lineage/entries/7/explain': explained(7, { entry: inside, withheld: 'purpose' }),
    });
    await ready();
    await type('Purpose', 'v');
    key('v', screen.getByLabelText('Purpose'));
    fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true });
    await press('Verify those that agree in two identifiers');
    await opened();
    key('v');
    await pressIn('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('checkbox', { name: /Single-key shortcuts/ }));
    key('v');
    expect(sent(DECIDE(7))).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: /Single-key shortcuts/ }));
    key('v');
    await waitFor(() => expect(sent(DECIDE(7))).toHaveLength(1));
  });

  it('brings a refused decision back', async () => {
    await show({ [DECIDE(7)]: () => problem(412, { reason: 'STALE', message: 'Changed' }) });
    await ready();
    key('v');
    await waitFor(() => expect(screen.getByText('IND_70')).toBeTruthy());
    expect(await sees('0 decided in this visit')).toBeTruthy();
  });

  it('shows masked values side by side, and nothing of a side that may not be read', async () => {
    const hidden = { ...links[0], relatedIndividualId: null, relatedPseudonym: 'P000007' };
    const { sent } = await show({ 'GET /data-lineage/entries': [hidden] });
    const table = within(await screen.findByRole('table'));
    expect(await table.findByText('XXXXX234F')).toBeTruthy();
    expect(table.getAllByText('not shown to you').length).toBeGreaterThan(0);
    expect(sent('GET /individuals/47790')).toEqual([]);
  });

  it('shows score and levels where the user may reveal in both companies', async () => {
    const comparisons = [{ field: 'pan', level: 'equal', weight: 21.5, runningSum: 11.5, probability: 0.99 }];
    const answer = explained(7, { withheld: null, comparisons, probability: 0.9876 });
    await show({ 'GET /data-lineage/entries/7/explain': answer });
    await sees('98.7');
    await sees('+21.5');
    expect(screen.queryByText('Strong')).toBeNull();
  });

  it('verifies together after a look at the sample, in batches with progress', async () => {
    const { sent } = await show({
      [VERIFY]: ({ body }: ApiCall) => ({ verifiedIds: (body as { ids: number[] }).ids.slice(1) }),
    });
    await press('Verify those that agree in two identifiers');
    await opened();
    const start = await within(screen.getByRole('dialog')).findByRole('button', { name: 'Verify 3 links' });
    expect(start.hasAttribute('disabled')).toBe(true);
    await pressIn('Next');
    await pressIn('Next');
    await pressIn('Verify 3 links');
    await sees('2 verified. 1 are left for a single decision.');
    expect(sent(VERIFY).map(({ body }) => body)).toEqual([{ companyId: 1, ids: [7, 8, 9] }]);
    const asked = sent('GET /data-lineage/entries').map(({ url }) => url.searchParams.get('agreeing'));
    expect(asked).toContain('true');
  });

  it('spreads the sample over the list', () => {
    expect(sampleOf(Array.from({ length: 101 }, (_, at) => at))).toEqual([0, 25, 50, 75, 100]);
    expect(sampleOf([1, 2])).toEqual([1, 2]);
  });
});
