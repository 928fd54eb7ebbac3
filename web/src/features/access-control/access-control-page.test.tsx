import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, press, pressIn, type } from '../../testing/acts.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';
import { scopeOf } from './rule-change.ts';

const lists = { allowedIps: ['10.0.0.0/8', '203.0.113.7'], allowedDomains: ['.example.com'] };
const LIST = 'GET /admin/access-control';
const ADD_IP = 'POST /admin/access-control/ip';
const show = (answers: object = {}) => showScreen('/access-control', { [LIST]: lists, ...answers });
const add = async (label: string, value: string, button: string) => {
  await type(label, value);
  await press(button);
};
const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

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

describe('Access Control', () => {
  it('shows for each list whether it restricts access', async () => {
    await show({ [LIST]: { ...lists, allowedDomains: [] } });
    expect(await screen.findByText('1,67,77,216 addresses')).toBeTruthy();
    for (const text of ['Restricted', 'Open to all', 'No domain is listed'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ['IP address or range', 'Add IP address', 'Please enter a valid IP address'],
    ['Domain', 'Add domain', 'Please enter a valid domain name'],
  ])('refuses a blank %s as Invalid Input and sends nothing', async (label, button, message) => {
    const { calls } = await show();
    await screen.findByText('203.0.113.7');
    await add(label, '  ', button);
    expect(await screen.findByText('Invalid Input')).toBeTruthy();
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(fieldOf(label).getAttribute('aria-invalid')).toBe('true');
    expect(calls.filter(({ key }) => key.startsWith('POST'))).toEqual([]);
  });

  it('shows at its field why the server refuses a rule, and keeps it', async () => {
    await show({ [ADD_IP]: problem(400, { reason: 'INVALID_RULE', message: 'Not an address' }) });
    await add('IP address or range', '300.1.1.1', 'Add IP address');
    expect((await screen.findAllByText('Not an address')).length).toBeGreaterThan(0);
    const field = fieldOf('IP address or range');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['300.1.1.1', 'true']);
  });

  it.each([
    ['ip', 'IP address', 'IP address or range', '203.0.113.7'],
    ['domain', 'domain', 'Domain', '.example.com'],
  ])('names the failed change of a rule for %s', async (kind, what, label, rule) => {
    const path = `/admin/access-control/${kind}`;
    const failed = () => problem(500, {});
    await show({ [`POST ${path}`]: failed, [`DELETE ${path}`]: failed });
    await add(label, rule, `Add ${what}`);
    expect(await screen.findByText(`Failed to add ${what}`)).toBeTruthy();
    await press(`Remove ${rule}`);
    await pressIn(`Remove ${what}`);
    expect(await screen.findByText(`Failed to remove ${what}`)).toBeTruthy();
  });

  it('adds an address, empties the field and fetches the lists again', async () => {
    const { sent } = await show();
    await add('IP address or range', ' 198.51.100.0/24 ', 'Add IP address');
    expect(await screen.findByText('IP address added')).toBeTruthy();
    expect(sent(ADD_IP)[0]?.body).toEqual({ ip: '198.51.100.0/24', confirm: false });
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
    await waitFor(() => expect(fieldOf('IP address or range').value).toBe(''));
  });

  it('says before the last entry is removed that the list will then allow all', async () => {
    await show();
    await press('Remove .example.com');
    expect((await opened()).textContent).toContain('This is the last entry');
  });

  it('asks before it blocks the user’s address, and sends the change only when confirmed', async () => {
    const locksOut = () => problem(409, { reason: 'LOCKS_OUT', message: 'Confirm it' });
    const { sent } = await show({
      [ADD_IP]: ({ body }: { body: { confirm: boolean } }) => (body.confirm ? { success: true } : locksOut()),
    });
    await add('IP address or range', '192.0.2.1', 'Add IP address');
    expect((await opened()).textContent).toContain('This change blocks your own access');
    await pressIn('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent(ADD_IP)).toHaveLength(1);
    await press('Add IP address');
    await pressIn('Add and block my access');
    expect(await screen.findByText('IP address added')).toBeTruthy();
    const ip = '192.0.2.1';
    expect(sent(ADD_IP).map(({ body }) => body)).toEqual([
      { ip, confirm: false },
      { ip, confirm: false },
      { ip, confirm: true },
    ]);
  });
});
