import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withExamples } from '../testing/examples.ts';
import { csvFile, unfinished, watchSavedFiles } from '../testing/saved-files.ts';
import { showScreen } from '../testing/screen.tsx';
import { problem } from '../testing/stub-api.ts';

const examples = withExamples({});

describe('a call that fails', () => {
  const person = '/individuals?company=1&selected=9';
  it.each([
    ['/', '/companies'],
    ['/', '/dashboard/metrics'],
    ['/individuals', '/individuals'],
    ['/individuals', '/individuals/summary'],
    [person, '/audit-trail'],
    [person, '/duplicates'],
    [`${person}&open=1`, '/duplicates'],
    [`${person}&open=1`, '/individuals/9/consents'],
    ['/individuals/new', '/companies'],
    ['/imports', '/imports'],
    ['/data-lineage', '/data-lineage/entries'],
    ['/data-lineage', '/data-lineage/summary'],
    ['/data-lineage?entry=7', '/data-lineage/entries/7/explain'],
    ['/companies', '/companies'],
    ['/users', '/users'],
    ['/access-control', '/admin/access-control'],
    ['/security-dashboard', '/security/high-risk-attempts'],
    ['/security-dashboard', '/security/login-statistics'],
    ['/encryption', '/encryption-keys'],
    ['/encryption', '/environment/status'],
    ['/encryption-keys', '/encryption-keys'],
    ['/compliance', '/compliance'],
    ['/compliance', '/compliance/trend'],
    ['/analytics', '/analytics'],
    ['/audit', '/audit-trail'],
    ['/audit?view=actions', '/audit-user-actions'],
    ['/purposes', '/purposes'],
    ['/grievances', '/grievances'],
    ['/incidents', '/incidents'],
    ['/recipients', '/recipients'],
    ['/erasures', '/erasures'],
    ['/access-reviews', '/access-reviews'],
    ['/approvals', '/approvals'],
    ['/limits', '/reveal-policy'],
    ['/second-factor', '/second-factor-policy'],
    ['/webhooks', '/webhooks'],
    ['/webhooks?selected=4', '/webhooks/4/deliveries'],
    ['/sign-in-security', '/auth/factors'],
    ['/parked-events', '/parked-events'],
    ['/sign-in-security', '/auth/sessions'],
    ['/pii-masking-demo?live=1', '/pii-demo'],
  ])('at %s, GET %s: shows the reason, and recovers by Retry', async (address, path) => {
    const key = `GET ${path}`;
    let isDown = true;
    await showScreen(address, { [key]: () => (isDown ? problem(503, { message: 'Away' }) : examples[key]) });
    const alert = await waitFor(() => {
      const found = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes('Away'));
      if (!found) throw new Error('No alert says why');
      return found;
    });
    isDown = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(alert.isConnected).toBe(false));
  });
});

describe('a list', () => {
  it.each([
    ['/companies?company=1', '/companies/export', '', 0],
    ['/companies?company=1', '/link-agreements/export', '', 1],
    [
      '/individuals?company=1&quality=high',
      '/individuals/export',
      'companyId=1&quality=high&sort=-updatedAt',
      0,
    ],
    [
      '/data-lineage?company=1&status=pending',
      '/data-lineage/entries/export',
      'companyId=1&status=pending',
      0,
    ],
    ['/audit?company=1&action=field_decrypt', '/audit-trail/export', 'companyId=1&action=field_decrypt', 0],
    [
      '/audit?company=1&view=actions&user=2&action=user_update',
      ...(['/audit-user-actions/export', 'companyId=1&userId=2&action=user_update', 0] as const),
    ],
    [
      '/users?company=1&role=admin&status=suspended&in=2',
      ...(['/users/export', 'role=admin&status=suspended&companyId=2', 0] as const),
    ],
    [
      '/compliance?company=1&tab=regulations&rule=DPDP-SEC-A1',
      ...(['/compliance/history/export', 'companyId=1&ruleId=DPDP-SEC-A1', 'Export history'] as const),
    ],
  ])('at %s is saved as the file of %s, with its filters', async (address, path, query, button) => {
    const saved = watchSavedFiles();
    const { sent } = await showScreen(address, { [`GET ${path}`]: csvFile('list.csv') });
    const name = typeof button === 'string' ? button : 'Export';
    const exporting = () => screen.getAllByRole('button', { name })[Number(button) || 0] as HTMLButtonElement;
    await waitFor(() => expect(exporting().disabled).toBe(false));
    fireEvent.click(exporting());
    expect(await screen.findByText('Saved as list.csv')).toBeTruthy();
    expect(saved).toEqual(['list.csv']);
    const [asked] = sent(`GET ${path}`);
    expect([...(asked?.url.searchParams ?? [])].sort()).toEqual(
      [...new URLSearchParams(`${query}&format=csv`)].filter(([key]) => key !== '').sort(),
    );
  });

  it.each([
    [
      '/companies?status=active',
      '/companies/export',
      /^All companies that you may see, whatever the filters/,
    ],
    ['/audit', '/audit-trail/export', /with names of actors, IP addresses and user agents/],
  ])('at %s says what its file contains while it is made', async (address, path, text) => {
    await showScreen(address, { [`GET ${path}`]: unfinished });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Export' }))[0] as HTMLElement);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
