import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press, type } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import type { ApiCall } from '../../testing/stub-api.ts';

const LIST = 'GET /audit-user-actions';
const show = async (search: string, answers: object = {}) => {
  const view = await showScreen(`/audit?company=1${search}`, { 'GET /audit-trail': [], ...answers });
  return { ...view, last: (key: string) => view.sent(key).at(-1)?.url.searchParams };
};

describe('the actions of users', () => {
  it('are a view of the trail; a row leads to its entry', async () => {
    const { router, last } = await show('');
    fireEvent.click(await screen.findByRole('tab', { name: 'User actions' }));
    const table = await screen.findByRole('grid', { name: 'User actions' });
    expect(await within(table).findByText('User changed')).toBeTruthy();
    expect(within(table).getByText('User 12')).toBeTruthy();
    fireEvent.click(within(table).getByText('User changed'));
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&search=6'));
    await waitFor(() => expect(last('GET /audit-trail')?.get('search')).toBe('6'));
  });

  it('shows no row of the former company under the name of another; the filters stay', async () => {
    const company = exampleRow('GET /companies');
    const action = exampleRow('GET /audit-user-actions');
    const { router, last } = await show('&view=actions&user=2', {
      'GET /companies': [company, { ...company, id: 2 }],
      [LIST]: ({ url }: ApiCall) =>
        url.searchParams.get('companyId') === '1' ? [action] : new Promise(() => {}),
    });
    expect(await screen.findByText('User 12')).toBeTruthy();
    await act(() => router.navigate('/audit?company=2&view=actions&user=2'));
    await waitFor(() => expect(last(LIST)?.get('companyId')).toBe('2'));
    expect(screen.queryByText('User 12')).toBeNull();
    expect(last(LIST)?.get('userId')).toBe('2');
    expect(router.state.location.search).toBe('?company=2&view=actions&user=2');
  });

  it('switch between the user’s own actions and those of all users', async () => {
    const { router, last } = await show('&view=actions');
    await press('My actions');
    await waitFor(() => expect(last(LIST)?.get('userId')).toBe('1'));
    await press('Show the actions of every user');
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&view=actions'));
  });
});

describe('filters of the trail', () => {
  it('find an action by a part of its name, by keyboard', async () => {
    const { last } = await show('');
    await press('Action: All Actions');
    const search = await screen.findByRole('combobox', { name: 'Search: Action' });
    fireEvent.change(search, { target: { value: 'rotat' } });
    await waitFor(() => {
      const options = screen.getAllByRole('option').map((option) => option.textContent);
      expect(options).toEqual(['Key rotated', 'Webhook secret replaced', 'API credentials rotated']);
    });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(last('GET /audit-trail')?.get('action')).toBe('key_rotate'));
  });

  it('keep a range of days in the address', async () => {
    const { router, last } = await show('');
    await press('Time: Any time');
    await type('First day', '2026-11-21');
    await type('Last day', '2026-11-20');
    expect(await screen.findByText('The last day is before the first.')).toBeTruthy();
    await type('Last day', '2026-11-22');
    await press('Apply');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?company=1&from=2026-11-21&to=2026-11-22'),
    );
    const asked = () => last('GET /audit-trail');
    await waitFor(() => expect(asked()?.get('from')).toBe('2026-11-20T18:30:00.000Z'));
    expect(asked()?.get('until')).toBe('2026-11-22T18:30:00.000Z');
  });
});
