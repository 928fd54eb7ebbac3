import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { startSession } from '../../session/session-store.ts';
import { withExamples } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { Bell } from './bell.tsx';

const item = (kind: string, key: string, change: object = {}) => ({
  ...{ kind, count: 1, overdue: 0, dueAt: null, companyId: 1, title: { key, params: {} } },
  ...{ link: `/${kind}?company=1`, ...change },
});
const grievances = (count: number, overdue = 0) => item('grievances', 'grievance', { count, overdue });
const agreements = item('agreements', 'agreement');
let answer: { items: object[]; read: string[]; unread: string[] };
const waits = (items: object[], unread: string[] = []) => {
  answer = { items, unread, read: [] };
};

beforeEach(() => waits([grievances(2)]));

function show(userId = 1, route = '/audit?company=1') {
  startSession('t', sampleUser({ id: userId }));
  stubApi(
    withExamples({
      'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2)],
      'GET /waiting': () => answer,
    }),
  );
  return renderApp(
    <CompanyProvider>
      <Bell />
    </CompanyProvider>,
    { route },
  );
}
const bellWith = (n: number) => screen.findByRole('button', { name: `Since your last visit: ${n} new` });
async function open(n: number) {
  fireEvent.click(await bellWith(n));
  const menu = await screen.findByRole('menu');
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
}
async function close() {
  fireEvent.click(screen.getByRole('button', { name: /^Since your last visit/ }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
}

it('lists what waits at the first visit, and at the next one only what came or became overdue', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00.000Z'), toFake: ['Date'] });
  const { queryClient } = show();
  expect(await open(1)).toEqual(['+2 · 2 grievances are open, the first at Asha Bank', 'See pending work']);
  await close();
  expect(await bellWith(0)).toBeTruthy();
  waits([grievances(3), agreements]);
  await act(() => queryClient.invalidateQueries({ queryKey: ['/waiting'] }));
  expect(await open(2)).toEqual([
    '+1 · 3 grievances are open, the first at Asha Bank',
    '+1 · Asha Bank has to accept a link agreement',
    'See pending work',
  ]);
  expect(screen.getByText('Since 21 Nov 2026, 13:30')).toBeTruthy();
  await close();
  waits([grievances(1, 1), agreements]);
  await act(() => queryClient.invalidateQueries({ queryKey: ['/waiting'] }));
  expect(await open(1)).toEqual(['Now overdue · A grievance at Asha Bank is open', 'See pending work']);
  vi.useRealTimers();
});

it('leads to the screen of an entry', async () => {
  const { router } = show();
  await open(1);
  fireEvent.click(screen.getByRole('menuitem', { name: /grievances are open/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/grievances'));
});

it('is of the user and of the company', async () => {
  const first = show();
  await open(1);
  await close();
  await act(() => first.router.navigate('/audit?company=2'));
  expect(await bellWith(1)).toBeTruthy();
  first.unmount();
  show(2);
  expect(await bellWith(1)).toBeTruthy();
});

it('does not show again what a register held that could not be read meanwhile', async () => {
  const { queryClient } = show();
  await open(1);
  await close();
  waits([], ['grievances']);
  await act(() => queryClient.resetQueries({ queryKey: ['/waiting'] }));
  await open(0);
  expect(screen.getByText('Could not be read: grievances.')).toBeTruthy();
  await close();
  waits([grievances(2)]);
  await act(() => queryClient.invalidateQueries({ queryKey: ['/waiting'] }));
  expect(await bellWith(0)).toBeTruthy();
});

it.each(['nonsense', '7', '{"1":{"at":1}}'])('shows everything when %s is stored', async (stored) => {
  localStorage.setItem('waiting_seen_1', stored);
  show();
  expect(await open(1)).toHaveLength(2);
});
