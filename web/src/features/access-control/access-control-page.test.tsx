import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { AccessControlPage } from './pages/access-control-page.tsx';
import { scopeOf } from './rule-change.ts';

const lists = { allowedIps: ['10.0.0.0/8', '203.0.113.7'], allowedDomains: ['.example.com'] };
const LIST = 'GET /admin/access-control';
const IP = '/admin/access-control/ip';
const DOMAIN = '/admin/access-control/domain';
const locksOut = problem.bind(null, 409, { status: 409, reason: 'LOCKS_OUT', message: 'Confirm it' });

beforeAll(() => loadTexts('access-control'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['access:manage'] })));

const add = (label: string, value: string, button: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: button }));
};
/** A closed dialog stays in the document until its animation ends, which jsdom may never report. */
const questionState = () => screen.queryByRole('alertdialog')?.getAttribute('data-state') ?? 'closed';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('scopeOf', () => {
  it.each([
    ['ip', '203.0.113.7', { key: 'address' }],
    ['ip', '203.0.113.7/32', { key: 'address' }],
    ['ip', '10.0.0.0/8', { key: 'range', addresses: 16_777_216 }],
    ['ip', '2001:db8::/32', { key: 'network' }],
    ['ip', '2001:db8::1/128', { key: 'address' }],
    ['domain', 'app.example.com', { key: 'host' }],
    ['domain', '.example.com', { key: 'subdomains' }],
  ] as const)('of the %s rule %s', (kind, rule, scope) => {
    expect(scopeOf(kind, rule)).toEqual(scope);
  });
});

describe('AccessControlPage', () => {
  it('shows for each list whether it restricts access', async () => {
    stubApi({ [LIST]: { allowedIps: lists.allowedIps, allowedDomains: [] } });
    renderApp(<AccessControlPage />);
    expect(await screen.findByText('16,777,216 addresses')).toBeTruthy();
    expect(screen.getByText('Restricted')).toBeTruthy();
    expect(screen.getByText('Open to all')).toBeTruthy();
    expect(screen.getByText('No domain is listed')).toBeTruthy();
  });

  it.each([
    ['IP address or range', 'Add IP address', 'Please enter a valid IP address'],
    ['Domain', 'Add domain', 'Please enter a valid domain name'],
  ])('refuses a blank %s as Invalid Input and sends nothing', async (label, button, message) => {
    const calls = stubApi({ [LIST]: lists });
    renderApp(<AccessControlPage />);
    await screen.findByText('203.0.113.7');
    add(label, '  ', button);
    expect(await screen.findByText('Invalid Input')).toBeTruthy();
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(calls.map((call) => call.key)).toEqual([LIST]);
  });

  it('shows a refusal of the server at the field', async () => {
    const message = 'Please enter a valid IP address';
    stubApi({
      [LIST]: lists,
      [`POST ${IP}`]: problem(400, { status: 400, reason: 'INVALID_RULE', message }),
    });
    renderApp(<AccessControlPage />);
    await screen.findByText('203.0.113.7');
    add('IP address or range', '300.1.1.1', 'Add IP address');
    expect(await screen.findByText('Invalid Input')).toBeTruthy();
    expect(screen.getByLabelText('IP address or range').getAttribute('aria-invalid')).toBe('true');
  });

  it('adds an address, empties the field and fetches the lists again', async () => {
    const calls = stubApi({ [LIST]: lists, [`POST ${IP}`]: { success: true } });
    renderApp(<AccessControlPage />);
    await screen.findByText('203.0.113.7');
    add('IP address or range', ' 198.51.100.0/24 ', 'Add IP address');
    expect(await screen.findByText('IP address added')).toBeTruthy();
    expect(calls.map((call) => call.key)).toEqual([LIST, `POST ${IP}`, LIST]);
    expect(calls[1]?.body).toEqual({ ip: '198.51.100.0/24', confirm: false });
    await waitFor(() =>
      expect((screen.getByLabelText('IP address or range') as HTMLInputElement).value).toBe(''),
    );
  });

  it('names the failed action if the server gives no reason', async () => {
    stubApi({ [LIST]: lists, [`POST ${DOMAIN}`]: problem(500, { status: 500 }) });
    renderApp(<AccessControlPage />);
    await screen.findByText('203.0.113.7');
    add('Domain', 'app.example.com', 'Add domain');
    expect(await screen.findByText('Failed to add domain')).toBeTruthy();
    expect((screen.getByLabelText('Domain') as HTMLInputElement).value).toBe('app.example.com');
  });

  it('removes a domain after a confirmation that the list will then allow all', async () => {
    let now = lists;
    const calls = stubApi({
      [LIST]: () => now,
      [`DELETE ${DOMAIN}`]: () => {
        now = { ...lists, allowedDomains: [] };
        return { success: true };
      },
    });
    renderApp(<AccessControlPage />);
    await screen.findByText('.example.com');
    press('Remove .example.com');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/^This is the last entry/)).toBeTruthy();
    expect(calls).toHaveLength(1);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove domain' }));
    expect(await screen.findByText('Domain removed')).toBeTruthy();
    expect(calls[1]?.body).toEqual({ domain: '.example.com', confirm: false });
    expect(await screen.findByText('No domain is listed')).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('asks before it blocks the user’s address, and sends the change only when confirmed', async () => {
    const calls = stubApi({
      [LIST]: lists,
      [`POST ${IP}`]: ({ body }: { body: { confirm: boolean } }) =>
        body.confirm ? { success: true } : locksOut(),
    });
    renderApp(<AccessControlPage />);
    await screen.findByText('203.0.113.7');
    add('IP address or range', '192.0.2.1', 'Add IP address');
    await waitFor(() => expect(questionState()).toBe('open'));
    expect(screen.getByText('This change blocks your own access')).toBeTruthy();
    press('Cancel');
    await waitFor(() => expect(questionState()).toBe('closed'));
    expect(calls.filter((call) => call.key === `POST ${IP}`)).toHaveLength(1);
    press('Add IP address');
    await waitFor(() => expect(questionState()).toBe('open'));
    press('Add and block my access');
    expect(await screen.findByText('IP address added')).toBeTruthy();
    expect(calls.filter((call) => call.key === `POST ${IP}`).map((call) => call.body)).toEqual([
      { ip: '192.0.2.1', confirm: false },
      { ip: '192.0.2.1', confirm: false },
      { ip: '192.0.2.1', confirm: true },
    ]);
  });

  it('keeps the rows when a refresh fails', async () => {
    let isFailing = false;
    stubApi({ [LIST]: () => (isFailing ? problem(503, { status: 503, message: 'Away' }) : lists) });
    const { queryClient } = renderApp(<AccessControlPage />);
    await screen.findByText('203.0.113.7');
    isFailing = true;
    await queryClient.refetchQueries();
    expect((await screen.findAllByText(/Not refreshed/)).length).toBe(2);
    expect(screen.getByText('203.0.113.7')).toBeTruthy();
  });
});
