import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, watchSavedFiles } from '../../testing/saved-files.ts';
import { type ApiCall, stubApi } from '../../testing/stub-api.ts';
import { AuditPage } from './pages/audit-page.tsx';

const action = {
  id: 6,
  userId: 2,
  userName: 'Ravi Iyer',
  action: 'user_update',
  resourceType: 'user',
  resourceId: '12',
  companyId: 1,
  details: { fieldNames: ['role'], companyName: 'Asha Bank' },
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  timestamp: '2026-11-21T08:00:00.000Z',
};
const LIST = 'GET /audit-user-actions';
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /audit-trail': [],
  [LIST]: [action],
};
const show = (search: string) =>
  renderApp(
    <CompanyProvider>
      <AuditPage />
    </CompanyProvider>,
    { route: `/audit?company=1${search}` },
  );
const last = (calls: readonly ApiCall[], key: string) =>
  calls.findLast((call) => call.key === key)?.url.searchParams;

beforeAll(() => loadTexts('audit'));
beforeEach(() => startSession('t', sampleUser()));

describe('the actions of users', () => {
  it('are a view of the trail; a row leads to its entry', async () => {
    const calls = stubApi(answers);
    const { router } = show('');
    fireEvent.click(await screen.findByRole('tab', { name: 'What users did' }));
    const table = await screen.findByRole('grid', { name: 'What users did' });
    expect(await within(table).findByText('User changed')).toBeTruthy();
    expect(within(table).getByText('User 12')).toBeTruthy();
    fireEvent.click(within(table).getByText('User changed'));
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&search=6'));
    await waitFor(() => expect(last(calls, 'GET /audit-trail')?.get('search')).toBe('6'));
  });

  it('shows no row of the former company under the name of another; the filters stay', async () => {
    const companies = [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })];
    const calls = stubApi({
      ...answers,
      'GET /companies': companies,
      [LIST]: ({ url }: ApiCall) =>
        url.searchParams.get('companyId') === '1' ? [action] : new Promise(() => {}),
    });
    const { router } = show('&view=actions&user=2');
    expect(await screen.findByText('User 12')).toBeTruthy();
    await act(() => router.navigate('/audit?company=2&view=actions&user=2'));
    await waitFor(() => expect(last(calls, LIST)?.get('companyId')).toBe('2'));
    expect(screen.queryByText('User 12')).toBeNull();
    expect(last(calls, LIST)?.get('userId')).toBe('2');
    expect(router.state.location.search).toBe('?company=2&view=actions&user=2');
  });

  it('are requested for one user and one action, and exported with the same filters', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi({ ...answers, 'GET /audit-user-actions/export': csvFile('user-actions.csv') });
    show('&view=actions&user=2&action=user_update');
    await screen.findByRole('grid', { name: 'What users did' });
    await waitFor(() => expect(last(calls, LIST)?.get('userId')).toBe('2'));
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toEqual(['user-actions.csv']));
    const asked = Object.fromEntries(last(calls, 'GET /audit-user-actions/export') ?? []);
    expect(asked).toEqual({ companyId: '1', userId: '2', action: 'user_update', format: 'csv' });
  });

  it('switch between the user’s own actions and those of all users', async () => {
    const calls = stubApi(answers);
    const { router } = show('&view=actions');
    fireEvent.click(await screen.findByRole('button', { name: 'My actions' }));
    await waitFor(() => expect(last(calls, LIST)?.get('userId')).toBe('1'));
    fireEvent.click(await screen.findByRole('button', { name: 'Show the actions of every user' }));
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&view=actions'));
  });
});

describe('filters of the trail', () => {
  it('find an action by a part of its name, by keyboard', async () => {
    const calls = stubApi(answers);
    show('');
    fireEvent.click(await screen.findByRole('button', { name: 'Action: All Actions' }));
    const search = await screen.findByRole('combobox', { name: 'Search: Action' });
    fireEvent.change(search, { target: { value: 'rotat' } });
    await waitFor(() => {
      const options = screen.getAllByRole('option').map((option) => option.textContent);
      expect(options).toEqual(['Key rotated', 'Webhook secret replaced', 'API credentials rotated']);
    });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(last(calls, 'GET /audit-trail')?.get('action')).toBe('key_rotate'));
  });

  it('keep a range of days in the address', async () => {
    const calls = stubApi(answers);
    const { router } = show('');
    fireEvent.click(await screen.findByRole('button', { name: 'Time: Any time' }));
    fireEvent.change(await screen.findByLabelText('First day'), { target: { value: '2026-11-21' } });
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-20' } });
    expect(await screen.findByText('The last day is before the first.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-22' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?company=1&from=2026-11-21&to=2026-11-22'),
    );
    const asked = () => last(calls, 'GET /audit-trail');
    await waitFor(() => expect(asked()?.get('from')).toBe('2026-11-20T18:30:00.000Z'));
    expect(asked()?.get('until')).toBe('2026-11-22T18:30:00.000Z');
  });
});
