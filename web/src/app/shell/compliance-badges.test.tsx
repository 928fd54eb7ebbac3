import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CompanyProvider, useSelectedCompany } from '../../company/company-provider.tsx';
import { expireSession, startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { ComplianceBadges } from './compliance-badges.tsx';

const check = (companyId: number, score: number) => ({
  companyId,
  regulationType: 'dpdp',
  status: 'x',
  score,
});

/** The company of each request for checks; null means all. */
const asked = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ key }) => key === 'GET /compliance').map(({ url }) => url.searchParams.get('companyId'));

const CompanyName = () => <p>{useSelectedCompany().company?.name}</p>;

it('makes no request while the session is expired, and one after the user has signed in again', async () => {
  const companies = Promise.withResolvers<unknown>();
  const calls = stubApi({ 'GET /companies': companies.promise, 'GET /compliance': [] });
  const user = sampleUser({ permissions: ['compliance:read'] });
  startSession('t', user);
  renderApp(
    <CompanyProvider>
      <CompanyName />
      <ComplianceBadges />
    </CompanyProvider>,
  );
  await waitFor(() => expect(calls.map(({ key }) => key)).toEqual(['GET /companies']));
  act(() => expireSession('t'));
  companies.resolve([sampleCompany(1, { name: 'Asha Bank' })]);
  await screen.findByText('Asha Bank');
  expect(calls.map(({ key }) => key)).toEqual(['GET /companies']);
  act(() => startSession('u', user));
  await waitFor(() => expect(calls.some(({ key }) => key === 'GET /compliance')).toBe(true));
});

it('shows the checks of the selected company', async () => {
  const checks = [check(1, 96), check(2, 40)];
  const calls = stubApi({
    'GET /companies': [sampleCompany(1), sampleCompany(2)],
    'GET /compliance': ({ url }: { url: URL }) =>
      checks.filter((one) => `${one.companyId}` === url.searchParams.get('companyId')),
  });
  startSession('t', sampleUser({ permissions: ['compliance:read'] }));
  const { router } = renderApp(
    <CompanyProvider>
      <ComplianceBadges />
    </CompanyProvider>,
    { route: '/?company=2' },
  );
  expect(await screen.findByText('DPDP 40')).toBeTruthy();
  await act(() => router.navigate('/audit?company=1'));
  expect(await screen.findByText('DPDP 96')).toBeTruthy();
  expect(asked(calls)).toEqual(['2', '1']);
});
