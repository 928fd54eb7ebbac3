import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { startSession } from '../../session/session-store.ts';
import { withExamples } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { Sidebar } from './sidebar.tsx';

const item = (kind: string, count: number, link: string) => ({
  ...{ kind, count, link, overdue: 0, dueAt: null, companyId: 1, title: { key: kind, params: {} } },
});

function show(route: string, counts: () => number) {
  startSession('t', sampleUser({ permissions: ['pii:reveal', 'company:manage', 'pii:read'] }));
  const calls = stubApi(
    withExamples({
      'GET /companies': [sampleCompany(1), sampleCompany(2)],
      'GET /waiting': () => ({
        items: [
          item('approvals', counts(), '/approvals?company=1'),
          item('limits', 1, '/approvals?company=1'),
        ],
        read: ['approvals', 'limits'],
        unread: [],
      }),
    }),
  );
  const view = renderApp(
    <CompanyProvider>
      <Sidebar />
    </CompanyProvider>,
    { route },
  );
  return {
    ...view,
    asked: () => calls.filter(({ key }) => key === 'GET /waiting').map(({ url }) => url.search),
  };
}

it('shows how much waits on a screen, also in its accessible name', async () => {
  let count = 2;
  const { queryClient } = show('/individuals?company=1', () => count);
  const link = await screen.findByRole('link', { name: 'Approvals, 3 waiting' });
  expect(link.getAttribute('href')).toBe('/approvals?company=1');
  expect(link.textContent).toBe('Approvals, 3 waitingApprovals3');
  expect(screen.getByRole('link', { name: 'Individual Profiles' }).textContent).toBe('Individual Profiles');
  count = 4;
  await act(() => queryClient.invalidateQueries({ queryKey: ['/waiting'] }));
  expect(await screen.findByRole('link', { name: 'Approvals, 5 waiting' })).toBeTruthy();
});

it('counts in the selected company, and on the Dashboard in the scope that is chosen there', async () => {
  const { router, asked } = show('/individuals?company=2&scope=all', () => 2);
  await screen.findByRole('link', { name: 'Approvals, 3 waiting' });
  expect(asked()).toEqual(['?companyId=2']);
  await act(() => router.navigate('/?company=2&scope=all'));
  await waitFor(() => expect(asked()).toEqual(['?companyId=2', '']));
});
