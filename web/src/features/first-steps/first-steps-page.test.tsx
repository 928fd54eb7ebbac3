import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { newQueryClient } from '../../client/query-client.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { system } from '../../theme/system.ts';
import { FirstStepsPage } from './pages/first-steps-page.tsx';

beforeAll(() => loadTexts('first-steps'));
beforeEach(() => startSession('t', sampleUser()));

/** The first steps of a vault with people in it, whose companies are answered when told; Companies loads as long as it is told. */
function openFirstSteps() {
  const companies = Promise.withResolvers<unknown>();
  const screenLoads = Promise.withResolvers<void>();
  stubApi({ 'GET /companies': () => companies.promise, 'GET /link-agreements': [] });
  const router = createMemoryRouter([
    { path: '/', element: <FirstStepsPage /> },
    { path: '/individuals', element: <h1>Individuals</h1> },
    {
      path: '/companies',
      lazy: async () => {
        await screenLoads.promise;
        return { element: <h1>Companies</h1> };
      },
    },
  ]);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={newQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return {
    router,
    answer: () => act(async () => companies.resolve([sampleCompany(1, { individuals: 3 })])),
    load: () => act(async () => screenLoads.resolve()),
  };
}

it('leads to Individual Profiles where there are people', async () => {
  const { answer } = openFirstSteps();
  await answer();
  expect(await screen.findByRole('heading', { name: 'Individuals' })).toBeTruthy();
});

it('leaves whoever chose another screen meanwhile their choice', async () => {
  const { router, answer, load } = openFirstSteps();
  await act(async () => void router.navigate('/companies'));
  await answer();
  await load();
  expect(await screen.findByRole('heading', { name: 'Companies' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/companies');
});
