import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CompanyProvider, useSelectedCompany } from '../../company/company-provider.tsx';
import { expireSession, startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { ComplianceBadges } from './compliance-badges.tsx';

const CompanyName = () => <p>{useSelectedCompany().company?.name}</p>;

it('asks for nothing while the session has expired, and asks when its user is back', async () => {
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
