import type { Permission } from '@pii-vault/contract/permissions';
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

function open(permissions: readonly Permission[], answers: object = {}) {
  startSession('t', sampleUser({ permissions: [...permissions] }));
  const calls = stubApi({ 'GET /companies': [sampleCompany(1)], 'GET /users': [], ...answers });
  const onClose = vi.fn();
  const { router } = renderApp(
    <CompanyProvider>
      <Palette onClose={onClose} />
    </CompanyProvider>,
    { route: '/?company=1' },
  );
  return { calls, router, onClose };
}
const type = async (value: string) =>
  fireEvent.change(await screen.findByRole('combobox'), { target: { value } });

describe('the palette', () => {
  it('opens the marked screen by keyboard, and marks the first one after typing', async () => {
    const { router, onClose } = open(['pii:read', 'audit:read', 'users:manage']);
    const input = await screen.findByRole('combobox');
    const marked = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    const options = () => screen.getAllByRole('option');
    await waitFor(() => expect(marked()).toBe(options()[0]));
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    await waitFor(() => expect(marked()).toBe(options().at(-1)));
    await type('audit');
    await waitFor(() =>
      expect(options().map(({ textContent }) => textContent)).toEqual(['Audit TrailScreen']),
    );
    await waitFor(() => expect(marked()).toBe(options()[0]));
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(router.state.location.pathname).toBe('/audit');
  });

  it('shows a failed search with Retry, not an empty result', async () => {
    let isDown = true;
    const answer = () => (isDown ? problem(503, { status: 503, message: 'Down' }) : []);
    open(['pii:read'], { 'GET /individuals': answer });
    await type('IND_48213');
    expect(await screen.findByText('Individual Profiles: could not be loaded. Down')).toBeTruthy();
    expect(screen.queryByText(/^Nothing found/)).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Nothing found/)).toBeTruthy();
  });

  it('finds users by name on any page of the list', async () => {
    const link = '</api/users?cursor=more>; rel="next"';
    const answer = ({ url }: { url: URL }) =>
      url.searchParams.get('cursor') === 'more'
        ? [user(8, 'Meera')]
        : Response.json([user(7, 'Ravi')], { headers: { link } });
    open(['users:manage'], { 'GET /users': answer });
    await type('meera');
    expect(await screen.findByRole('option', { name: /Meera Iyer · meera@example.com/ })).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Ravi/ })).toBeNull();
  });

  it('does not request users for a role that cannot manage them', async () => {
    const { calls } = open([]);
    await type('meera');
    await waitFor(() => expect(screen.getByText(/^Nothing found/)).toBeTruthy());
    expect(calls.filter(({ key }) => key === 'GET /users')).toHaveLength(0);
  });
});
