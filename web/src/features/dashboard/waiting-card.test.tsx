import type { Waiting, WaitingItem, WaitingKind } from '@pii-vault/contract/waiting/waiting-schema';
import { waitingKinds } from '@pii-vault/contract/waiting/waiting-schema';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleCompany } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';
import en from '../../waiting/locales/en.json' with { type: 'json' };
import hi from '../../waiting/locales/hi.json' with { type: 'json' };

const NOW = '2026-11-21T08:00:00.000Z';
const inHours = (n: number) => new Date(Date.parse(NOW) + n * 3_600_000).toISOString();
beforeEach(() => vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const keys: Readonly<Record<WaitingKind, string>> = {
  ...{ keyStore: 'keyStore', incidents: 'incident', grievances: 'grievance', accessReviews: 'accessReview' },
  ...{ checks: 'check', approvals: 'approval', limits: 'limits', erasures: 'erasure', keys: 'key' },
  ...{ webhooks: 'webhook', agreements: 'agreement', imports: 'import', relationships: 'relationship' },
  ...{ logins: 'login', reactivations: 'reactivation' },
};
const item = (kind: WaitingKind, change: Partial<WaitingItem> = {}): WaitingItem => ({
  ...{ kind, count: 1, overdue: 0, dueAt: null, companyId: 1, title: { key: keys[kind], params: {} } },
  ...{ link: `/${kind}?company=1`, ...change },
});
const all = [...waitingKinds];
const waiting = (items: WaitingItem[], unread: WaitingKind[] = []): Waiting => ({
  items,
  unread,
  read: all.filter((kind) => !unread.includes(kind)),
  setup: [],
});
const companies = [sampleCompany(1, { name: 'Asha Bank', individuals: 5 })];
const show = async (answer: unknown) => {
  const shown = await showScreen('/?company=1', { 'GET /companies': companies, 'GET /waiting': answer });
  const card = (await screen.findByRole('heading', { name: 'Pending work' })).closest('section');
  if (!card) throw new Error('The card has no section');
  return { ...shown, card: within(card) };
};

describe('what waits', () => {
  it('has a row for each item, in the order of the answer, with its time left and one action', async () => {
    const { card } = await show(
      waiting([
        item('incidents', {
          overdue: 1,
          dueAt: inHours(-1),
          title: { key: 'incident', params: { emptyHeadings: 4 } },
        }),
        item('grievances', { dueAt: inHours(50.5) }),
        item('keys', { count: 2, dueAt: inHours(24 * 9) }),
        item('imports', { title: { key: 'import', params: { importId: 12 } } }),
      ]),
    );
    const rows = (await card.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows).toEqual([
      'A breach at Asha Bank has not been reported to the Board · 4 of 6 headings are emptyOverdueReport',
      'A grievance at Asha Bank is open50 h leftAnswer',
      '2 keys will expire soon, the first of Asha Bank9 days leftRotate',
      'Import #12 of Asha Bank needs its columns assignedAssign columns',
    ]);
    for (const row of card.getAllByRole('listitem')) expect(within(row).getAllByRole('link')).toHaveLength(1);
    expect(card.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe('/grievances?company=1');
    expect(card.getByText('Overdue').title).toBe('Overdue since 21 Nov 2026, 12:30');
    expect(card.queryByText('Nothing is pending')).toBeNull();
  });

  it.each([
    ['en', en],
    ['hi', hi],
  ])('has texts for every register: %s', (_, texts) => {
    for (const key of [...Object.values(keys), 'encryption']) {
      const found = Object.keys(texts.item[key as keyof typeof texts.item]);
      expect(found.some((name) => name.startsWith('text')) && found.includes('action'), key).toBe(true);
    }
    expect(Object.keys(texts.register)).toEqual(all);
  });

  it('says that nothing waits only when every register was read', async () => {
    let answer = waiting([], ['approvals', 'limits']);
    const { card } = await show(() => answer);
    const alert = await card.findByRole('alert');
    expect(alert.textContent).toMatch(/^Could not be read: approvals, limits\./);
    expect(card.queryByText('Nothing is pending')).toBeNull();
    answer = waiting([]);
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await card.findByText('Nothing is pending')).toBeTruthy();
    expect(card.getByText(/^Checked: key store, breaches, .*reactivation requests\.$/)).toBeTruthy();
    expect(card.queryByRole('alert')).toBeNull();
  });

  it('keeps the items of a register that could not be read again, in their place', async () => {
    const former = item('approvals', { dueAt: inHours(2) });
    let answer = waiting([former, item('keys', { dueAt: inHours(40) })]);
    const { card, queryClient } = await show(() => answer);
    await card.findByText('A request at Asha Bank needs your approval');
    answer = waiting(
      [item('incidents', { dueAt: inHours(1) }), item('keys', { dueAt: inHours(40) })],
      ['approvals'],
    );
    await act(() => queryClient.refetchQueries({ queryKey: ['/waiting'] }));
    await card.findByText('Could not be read: approvals.');
    expect(card.getAllByRole('listitem').map((row) => row.textContent?.slice(0, 9))).toEqual([
      ...['A breach ', 'A request', 'A key of '],
    ]);
  });

  it('shows an error, and nothing green, when the call fails', async () => {
    const { card } = await show(() => problem(503, { status: 503, message: 'Away' }));
    expect(await card.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(card.queryByText('Nothing is pending')).toBeNull();
  });

  it('names no action where the user may not act', async () => {
    const { card } = await show(waiting([item('keyStore', { overdue: 1, companyId: null, link: null })]));
    expect(await card.findByText('The key store is not online')).toBeTruthy();
    expect(card.getByText('Inform an administrator.')).toBeTruthy();
    expect(card.queryByRole('link')).toBeNull();
  });
});
