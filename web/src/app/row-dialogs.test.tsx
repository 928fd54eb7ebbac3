import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleOf, exampleRow, withExamples } from '../testing/examples.ts';
import { problem } from '../testing/stub-api.ts';
import {
  closeByEscape,
  dialogAnswers,
  named,
  type Opened,
  openDialog,
  topDialog,
} from './testing/opened-dialogs.tsx';

/** On a phone, rows have menus and panels are drawers, so a dialog opens above a drawer. */
const onPhone: readonly Opened[] = [
  { address: '/companies?company=1', opener: 'Actions for Saral Bank', item: 'Edit Saral Bank' },
  { address: '/users?company=1', opener: /^Actions for /, item: 'Edit User' },
  { address: '/webhooks?company=1&selected=4', opener: 'Edit' },
  { address: '/webhooks?company=1&selected=4', opener: /^Delete/ },
  { address: '/grievances?company=1&selected=8', opener: 'Edit' },
  { address: '/incidents?company=1&selected=2', opener: 'Mark as reported' },
  { address: '/recipients?company=1&selected=5', opener: 'End the sharing' },
  { address: '/individuals?company=1&selected=9', opener: /^Reveal / },
];

describe('a dialog of a row on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: true,
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
  });
  it.each(named(onPhone))('$address: $name takes the focus, and Escape returns it', async (dialog) => {
    const { opener } = await openDialog(dialog);
    await closeByEscape();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

interface Removal extends Opened {
  /** The button of the dialog. */
  confirm: string;
  call: string;
  body?: unknown;
  /** Text of the toast. */
  done: string;
  /** The list's call, and its response after the removal. */
  list: string;
  after: unknown;
}

const attempt = exampleOf('GET /security/threats');
const removals: readonly Removal[] = [
  {
    ...{ address: '/companies?company=1', opener: 'Delete Arogya Health', confirm: 'Delete company' },
    ...{ call: 'DELETE /companies/2', done: 'Arogya Health was deleted' },
    ...{ list: 'GET /companies', after: dialogAnswers['GET /companies'].slice(0, 1) },
  },
  {
    ...{ address: '/companies?company=1', opener: 'End', confirm: 'End agreement' },
    ...{ call: 'DELETE /link-agreements/4', done: 'The agreement has ended' },
    ...{ list: 'GET /link-agreements', after: [] },
  },
  {
    ...{ address: '/users?company=1&selected=2', opener: /^Actions for /, item: 'Delete User' },
    ...{ confirm: 'Delete user', call: 'DELETE /users/2', done: 'Ravi Iyer was deleted' },
    ...{ list: 'GET /users', after: [] },
  },
  {
    ...{ address: '/users?company=1&selected=2', opener: /^End: /, confirm: 'End token' },
    ...{ call: 'DELETE /users/2/sessions/q0J8m1ZcP2a7Vx4nT6bW9rKy', done: 'Access ended' },
    ...{ list: 'GET /users/2/sessions', after: [] },
  },
  {
    ...{ address: '/encryption-keys?company=1', opener: /^Delete version/, confirm: 'Delete version' },
    ...{ call: 'DELETE /encryption-keys/3', done: 'Key version deleted' },
    ...{ list: 'GET /encryption-keys', after: [] },
  },
  {
    ...{ address: '/access-control?company=1', opener: 'Remove .example.com', confirm: 'Remove domain' },
    ...{ call: 'DELETE /admin/access-control/domain', body: { domain: '.example.com', confirm: false } },
    ...{ done: 'Domain removed', list: 'GET /admin/access-control' },
    after: { allowedIps: [], allowedDomains: [] },
  },
  {
    ...{ address: '/security-dashboard?company=1&tab=threats', opener: /^Unblock/ },
    ...{ confirm: 'Unblock address', call: 'DELETE /security/blocked-ips' },
    ...{ body: { ipAddress: '203.0.113.7' }, done: '203.0.113.7 is no longer blocked' },
    ...{ list: 'GET /security/threats', after: { ...attempt, blockedIps: [] } },
  },
  {
    ...{ address: '/sign-in-security?company=1', opener: /^End: /, confirm: 'End token' },
    ...{ call: 'DELETE /auth/sessions/q0J8m1ZcP2a7Vx4nT6bW9rKy', done: 'Access ended' },
    ...{ list: 'GET /auth/sessions', after: [] },
  },
  {
    ...{ address: '/webhooks?company=1&selected=4', opener: /^Delete/, confirm: 'Delete webhook' },
    ...{ call: 'DELETE /webhooks/4', done: 'Webhook deleted', list: 'GET /webhooks', after: [] },
  },
];

describe('a dialog that removes its row', () => {
  it.each(named(removals))('$call asks first, and leaves the focus on the screen', async (row) => {
    const answers: Record<string, unknown> = { ...dialogAnswers };
    answers[row.call] = () => {
      answers[row.list] = () => Response.json(row.after, { headers: { 'x-total-count': '0' } });
      return { success: true };
    };
    const { opener, sent } = await openDialog(row, answers);
    expect(sent(row.call)).toHaveLength(0);
    fireEvent.click(within(topDialog() as HTMLElement).getByRole('button', { name: row.confirm }));
    expect(await screen.findByText(row.done)).toBeTruthy();
    expect(sent(row.call).map(({ body }) => body)).toEqual([row.body]);
    await waitFor(() => expect([opener.isConnected, topDialog()]).toEqual([false, null]));
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });
});

interface Closed extends Opened {
  /** Buttons to click, in this dialog and the dialogs that follow. */
  presses: readonly string[];
  close?: string;
  call: string;
  answer?: unknown;
  answers?: object;
  /** Text on the screen afterwards. */
  done: string;
}

const person = '/individuals?company=1&selected=9&open=1';
const user = { address: '/users?company=1', opener: /^Actions for / };
const resend = { call: 'POST /users/2/resend-email', answer: { emailSent: true } };
const accept = {
  ...{ address: '/companies?company=1', opener: 'Accept', presses: ['Accept agreement'] },
  answers: { 'GET /link-agreements': [{ ...exampleRow('GET /link-agreements'), status: 'pending' }] },
  call: 'POST /link-agreements/4/accept',
};
const closed: readonly Closed[] = [
  { ...user, item: 'Resend Welcome Email', presses: ['Send email'], ...resend, done: 'Welcome email sent' },
  {
    ...{ ...user, item: 'Resend with New Password', presses: ['Send with new password'], ...resend },
    ...{ answer: { emailSent: true, temporaryPassword: 'Kx7-once' }, done: 'Kx7-once' },
  },
  {
    ...{ ...user, item: 'Delete User', presses: ['Delete user'], call: 'DELETE /users/2' },
    done: 'Ravi Iyer was deleted',
  },
  {
    ...{ address: person, opener: /^Actions in /, item: /^Withdraw consent for/ },
    ...{ presses: ['Withdraw consent'], call: 'POST /individuals/9/consent/withdraw' },
    done: 'Consent withdrawn',
  },
  {
    ...{ address: person, opener: /^Versions of /, presses: ['Delete field', 'Delete field'] },
    ...{ call: 'DELETE /pii-fields/91', done: 'Field deleted' },
  },
  {
    ...{ address: '/sign-in-security', opener: 'Remove Phone', presses: ['Remove'] },
    ...{ call: 'DELETE /auth/factors/3', done: 'Phone was removed' },
  },
  {
    ...{
      address: '/sign-in-security',
      opener: 'Generate new codes',
      presses: ['Generate new codes'],
      close: 'Close',
    },
    ...{ call: 'POST /auth/factors/recovery-codes', answer: { recoveryCodes: ['aaaa-bbbb-cccc-0001'] } },
    done: 'aaaa-bbbb-cccc-0001',
  },
  { ...accept, done: 'The companies may link their people now' },
  { ...accept, answer: problem(503, { message: 'Tenancy is away' }), done: 'Tenancy is away' },
];

describe('a dialog that is closed while its change runs', () => {
  it.each(named(closed))('$address: $name still reports the outcome: $done', async (row) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await openDialog(row, { ...dialogAnswers, ...row.answers, [row.call]: promise });
    const press = async (name: string) => {
      const dialog = topDialog();
      await waitFor(() => expect(dialog?.contains(document.activeElement)).toBe(true));
      fireEvent.click(within(dialog as HTMLElement).getByRole('button', { name }));
    };
    for (const name of row.presses) await press(name);
    const asked = topDialog();
    await press(row.close ?? 'Cancel');
    await waitFor(() => expect(asked?.isConnected).toBe(false));
    resolve(row.answer ?? withExamples({})[row.call]);
    expect(await screen.findByText(row.done)).toBeTruthy();
  });
});
