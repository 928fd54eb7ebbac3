import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { Palette } from './palette.tsx';

const user = (id: number, firstName: string) => ({
  ...sampleUser({ id, firstName, lastName: 'Iyer', email: `${firstName.toLowerCase()}@example.com` }),
  companyId: null,
});

function open(permissions: readonly ['users:manage'] | readonly []) {
  startSession('t', sampleUser({ permissions: [...permissions] }));
  const calls = stubApi({
    'GET /companies': [sampleCompany(1)],
    'GET /users': ({ url }: { url: URL }) =>
      url.searchParams.get('cursor') === 'more'
        ? [user(8, 'Meera')]
        : new Response(JSON.stringify([user(7, 'Ravi')]), {
            headers: { link: '</api/users?cursor=more>; rel="next"' },
          }),
  });
  renderApp(
    <CompanyProvider>
      <Palette onClose={() => {}} />
    </CompanyProvider>,
    { route: '/?company=1' },
  );
  return calls;
}
const type = async (value: string) =>
  fireEvent.change(await screen.findByRole('combobox'), { target: { value } });

describe('the palette', () => {
  it('opens the marked screen by keyboard, and marks the first one after typing', async () => {
    startSession('t', sampleUser({ permissions: ['pii:read', 'audit:read', 'users:manage'] }));
    stubApi({ 'GET /companies': [sampleCompany(1)], 'GET /users': [] });
    const onClose = vi.fn();
    const { router } = renderApp(
      <CompanyProvider>
        <Palette onClose={onClose} />
      </CompanyProvider>,
      { route: '/?company=1' },
    );
    const input = await screen.findByRole('combobox');
    const marked = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    const options = () => screen.getAllByRole('option');
    await waitFor(() => expect(marked()).toBe(options()[0]));
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    await waitFor(() => expect(marked()).toBe(options().at(-1)));
    fireEvent.change(input, { target: { value: 'audit' } });
    await waitFor(() =>
      expect(options().map(({ textContent }) => textContent)).toEqual(['Audit TrailScreen']),
    );
    await waitFor(() => expect(marked()).toBe(options()[0]));
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(router.state.location.pathname).toBe('/audit');
  });
});

describe('a failed search', () => {
  it('shows the failure with Retry, not an empty result', async () => {
    startSession('t', sampleUser({ permissions: ['pii:read'] }));
    let isDown = true;
    stubApi({
      'GET /companies': [sampleCompany(1)],
      'GET /individuals': () => (isDown ? problem(503, { status: 503, message: 'Down' }) : []),
    });
    renderApp(
      <CompanyProvider>
        <Palette onClose={() => {}} />
      </CompanyProvider>,
      { route: '/?company=1' },
    );
    await type('IND_48213');
    expect(await screen.findByText('Individual Profiles: not loaded. Down')).toBeTruthy();
    expect(screen.queryByText(/^Nothing found/)).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Nothing found/)).toBeTruthy();
  });
});

describe('users in the palette', () => {
  it('are found by name on any page of the list', async () => {
    open(['users:manage']);
    await type('meera');
    expect(await screen.findByRole('option', { name: /Meera Iyer · meera@example.com/ })).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Ravi/ })).toBeNull();
  });

  it('are not requested by a role that cannot manage them', async () => {
    const calls = open([]);
    await type('meera');
    await waitFor(() => expect(screen.getByText(/^Nothing found/)).toBeTruthy());
    expect(calls.filter(({ key }) => key === 'GET /users')).toHaveLength(0);
  });
});
