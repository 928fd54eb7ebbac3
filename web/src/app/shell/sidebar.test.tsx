import type { Permission } from '@pii-vault/contract/permissions';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { startSession } from '../../session/session-store.ts';
import { withExamples } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { ScreenTabs } from './screen-tabs.tsx';
import { Sidebar } from './sidebar.tsx';

const item = (kind: string, count: number, link: string, overdue = 0) => ({
  ...{ kind, count, link, overdue, dueAt: null, companyId: 1, title: { key: kind, params: {} } },
});

const MANAGER: readonly Permission[] = ['pii:reveal', 'company:manage', 'pii:read', 'compliance:read'];

function show(route: string, counts: () => number = () => 2, permissions = MANAGER) {
  startSession('t', sampleUser({ permissions: [...permissions] }));
  const calls = stubApi(
    withExamples({
      'GET /companies': [sampleCompany(1), sampleCompany(2)],
      'GET /waiting': () => ({
        items: [
          item('approvals', counts(), '/approvals?company=1'),
          item('grievances', 2, '/grievances?company=1'),
          item('incidents', 1, '/incidents?company=1', 1),
        ],
        read: ['approvals', 'grievances', 'incidents'],
        unread: [],
      }),
    }),
  );
  const view = renderApp(
    <CompanyProvider>
      <Sidebar />
      <main>
        <ScreenTabs />
      </main>
    </CompanyProvider>,
    { route },
  );
  return {
    ...view,
    asked: () => calls.filter(({ key }) => key === 'GET /waiting').map(({ url }) => url.search),
  };
}
const link = (name: string) => screen.findByRole('link', { name });
const group = (name: string) => screen.findByRole('button', { name });
const stored = () => JSON.parse(localStorage.getItem('sidebar_folded') ?? '{}');

it('shows how much waits on a screen, also in its accessible name', async () => {
  let count = 2;
  const { queryClient } = show('/individuals?company=1', () => count);
  const approvals = await link('Approvals, 2 pending');
  expect(approvals.getAttribute('href')).toBe('/approvals?company=1');
  expect(approvals.textContent).toBe('Approvals, 2 pendingApprovals2');
  expect((await link('Individual Profiles')).textContent).toBe('Individual Profiles');
  count = 4;
  await act(() => queryClient.invalidateQueries({ queryKey: ['/waiting'] }));
  expect(await link('Approvals, 4 pending')).toBeTruthy();
});

it('counts in the selected company, and on the Dashboard in the scope that is chosen there', async () => {
  const { router, asked } = show('/individuals?company=2&scope=all');
  await link('Approvals, 2 pending');
  expect(asked()).toEqual(['?companyId=2']);
  await act(() => router.navigate('/?company=2&scope=all'));
  await waitFor(() => expect(asked()).toEqual(['?companyId=2', '']));
});

it('folds a group to the sum of what waits in it, and this browser remembers it', async () => {
  const { unmount } = show('/individuals?company=1');
  await link('Registers, 3 pending');
  const governance = await group('Governance');
  expect(governance.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(governance);
  expect((await group('Governance, 5 pending')).getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('link', { name: /^Registers/ })).toBeNull();
  expect(stored()).toEqual({ governance: true });
  unmount();
  show('/individuals?company=1');
  fireEvent.click(await group('Governance, 5 pending'));
  expect(await link('Registers, 3 pending')).toBeTruthy();
  expect(stored()).toEqual({ governance: false });
});

it.each(['nonsense', '7', 'null', '{"governance":"yes"}'])('ignores a stored %s', async (value) => {
  localStorage.setItem('sidebar_folded', value);
  show('/individuals?company=1');
  expect((await group('Governance')).getAttribute('aria-expanded')).toBe('true');
});

it('folds what does not fit into a low window, unless the user has unfolded it', async () => {
  localStorage.setItem('sidebar_folded', '{"developers":false}');
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...matchMedia0, matches: query.includes('max-height') }) as unknown as MediaQueryList,
  );
  show('/individuals?company=1');
  expect((await group('Administration')).getAttribute('aria-expanded')).toBe('false');
  expect((await group('Developers')).getAttribute('aria-expanded')).toBe('true');
  expect((await group('Data')).getAttribute('aria-expanded')).toBe('true');
  expect(await group('Deployment')).toBeTruthy();
});
const matchMedia0 = { addEventListener: () => undefined, removeEventListener: () => undefined };

it('has the registers as tabs of one entry, each with its count', async () => {
  const { router } = show('/grievances?company=1');
  const entry = await link('Registers, 3 pending');
  expect(entry.getAttribute('aria-current')).toBe('page');
  expect(entry.getAttribute('href')).toBe('/purposes?company=1');
  const tabs = screen.getByRole('navigation', { name: 'Registers' });
  expect([...tabs.querySelectorAll('a')].map((tab) => tab.getAttribute('href'))).toEqual(
    ['purposes', 'grievances', 'incidents', 'recipients', 'access-reviews'].map(
      (path) => `/${path}?company=1`,
    ),
  );
  expect((await link('Grievances, 2 pending')).getAttribute('aria-current')).toBe('page');
  fireEvent.click(await link('Breach Incidents, 1 pending'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/incidents'));
  expect((await link('Registers, 3 pending')).getAttribute('aria-current')).toBe('page');
});

it('has no tabs where a user may open one screen of the entry only', async () => {
  show('/sign-in-security', () => 2, ['pii:read']);
  expect((await link('Settings')).getAttribute('href')).toContain('/sign-in-security');
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();
});
