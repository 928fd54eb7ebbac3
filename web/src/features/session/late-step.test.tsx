import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { endSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { LoginPage } from './pages/login-page.tsx';

// Fails like without a network, or after a new version was installed.
for (const part of ['forgot-form', 'enrol-step', 'second-step'])
  vi.doMock(`./components/${part}.tsx`, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });

beforeAll(() => loadTexts('session'));
beforeEach(endSession);

async function expectMissing(title: string): Promise<void> {
  expect(await screen.findByText('This part could not be loaded')).toBeTruthy();
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
}

it('reports that the password reset could not be loaded', async () => {
  stubApi({});
  renderApp(<LoginPage />, { route: '/?forgot=1' });
  await expectMissing('Forgot password');
});

it.each([
  ['second_factor', 'Second step'],
  ['factor_enrolment', 'Add a second factor'],
])('reports that the step for %s could not be loaded', async (kind, title) => {
  const lacks = { kind, factors: ['totp'] };
  stubApi({
    'POST /auth/login': { success: true, token: 't', user: sampleUser({ permissions: [] }), lacks },
  });
  renderApp(<LoginPage />);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'meera@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await expectMissing(title);
});
