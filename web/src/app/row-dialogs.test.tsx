import { permissions } from '@pii-vault/contract/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessControlPage } from '../features/access-control/pages/access-control-page.tsx';
import { EncryptionKeysPage } from '../features/encryption-keys/pages/encryption-keys-page.tsx';
import { IndividualsPage } from '../features/individuals/pages/individuals-page.tsx';
import { SecurityPage } from '../features/security/pages/security-page.tsx';
import { OwnSessions } from '../features/session/components/own-sessions.tsx';
import { SignInSecurityPage } from '../features/session/pages/sign-in-security-page.tsx';
import { startSession } from '../session/session-store.ts';
import { sampleUser } from '../testing/samples.ts';
import {
  closeByEscape,
  company,
  grievance,
  inCompany,
  incident,
  type Opened,
  openDialog,
  person,
  recipient,
  rowDialogs,
  topDialog,
  user,
  webhook,
} from './testing/opened-dialogs.tsx';
import { rowAnswers } from './testing/row-answers.ts';

beforeEach(() => startSession('t', sampleUser({ permissions: [...permissions] })));

describe('a dialog of a row', () => {
  const named = rowDialogs.map((dialog) => ({ ...dialog, name: String(dialog.item ?? dialog.opener) }));
  it.each(named)('$texts: $name takes the focus, and Escape returns it', async (dialog) => {
    const { opener } = await openDialog(dialog, rowAnswers);
    await closeByEscape();
    expect(topDialog()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

/** On a phone, rows have menus and panels are drawers, so a dialog opens above a drawer. */
const onPhone: readonly Opened[] = [
  { ...company, opener: 'Actions for Asha Bank', item: 'Edit Asha Bank' },
  { ...user, item: 'Edit User' },
  { ...webhook, opener: 'Edit' },
  { ...webhook, opener: /^Delete/ },
  { ...grievance, opener: 'Edit' },
  { ...incident, opener: 'Mark as reported' },
  { ...recipient, opener: 'End the sharing' },
  { Page: IndividualsPage, texts: 'individuals', search: '&selected=9', opener: /^Reveal / },
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
  const named = onPhone.map((dialog) => ({ ...dialog, name: String(dialog.item ?? dialog.opener) }));
  it.each(named)('$texts: $name takes the focus, and Escape returns it', async (dialog) => {
    const { opener } = await openDialog(dialog, rowAnswers);
    await closeByEscape();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

interface Ended extends Opened {
  /** The button of a dialog that removes its row. */
  confirm: string;
  call: string;
  /** Path of the list, and its response after the removal. */
  list: string;
  after: unknown;
}

const ended: readonly Ended[] = [
  {
    ...{ ...company, opener: 'Delete Bodhi Health', confirm: 'Delete company', call: 'DELETE /companies/2' },
    ...{ list: 'GET /companies', after: rowAnswers['GET /companies'].slice(0, 1) },
  },
  {
    ...{ ...company, opener: 'End', confirm: 'End agreement', call: 'DELETE /link-agreements/4' },
    ...{ list: 'GET /link-agreements', after: [] },
  },
  {
    ...{ ...user, item: 'Delete User', confirm: 'Delete user', call: 'DELETE /users/2' },
    ...{ list: 'GET /users', after: [] },
  },
  {
    ...{ Page: EncryptionKeysPage, texts: 'encryption-keys', opener: /^Delete/, confirm: 'Delete version' },
    ...{ call: 'DELETE /encryption-keys/3', list: 'GET /encryption-keys', after: [] },
  },
  {
    ...{ Page: AccessControlPage, texts: 'access-control', opener: 'Remove 203.0.113.7' },
    ...{ confirm: 'Remove IP address', call: 'DELETE /admin/access-control/ip' },
    ...{ list: 'GET /admin/access-control', after: { allowedIps: [], allowedDomains: [] } },
  },
  {
    ...{ Page: SecurityPage, texts: 'security', search: '&tab=threats', opener: /^Unblock/ },
    ...{ confirm: 'Unblock address', call: 'DELETE /security/blocked-ips', list: 'GET /security/threats' },
    after: { ...rowAnswers['GET /security/threats'], blockedIps: [] },
  },
  {
    ...{ Page: OwnSessions, texts: 'session', opener: /^End: / },
    ...{
      confirm: 'End session',
      call: 'DELETE /auth/sessions/q0J8m1Zc',
      list: 'GET /auth/sessions',
      after: [],
    },
  },
  {
    ...{ ...webhook, opener: /^Delete/, confirm: 'Delete webhook', call: 'DELETE /webhooks/4' },
    ...{ list: 'GET /webhooks', after: [] },
  },
];

describe('a dialog that removes its row', () => {
  it.each(ended)('$texts: $call leaves the focus on the screen', async (row) => {
    const after = () => Response.json(row.after, { headers: { 'x-total-count': '0' } });
    const answers: Record<string, unknown> = { ...rowAnswers };
    answers[row.call] = () => {
      answers[row.list] = after;
      return { success: true };
    };
    const { opener } = await openDialog(row, answers);
    const dialog = topDialog();
    if (!(dialog instanceof HTMLElement)) throw new Error('The dialog is missing');
    fireEvent.click(within(dialog).getByRole('button', { name: row.confirm }));
    await waitFor(() => expect([opener.isConnected, topDialog()]).toEqual([false, null]));
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });
});

interface Closed extends Opened {
  /** Buttons to click, in this dialog and the dialogs that follow. */
  presses: readonly string[];
  call: string;
  answer?: unknown;
  /** Text of the toast afterwards. */
  done: string;
}

const totp = { id: 5, kind: 'totp', name: 'Phone', createdAt: '2026-11-21T08:00:00.000Z', lastUsedAt: null };
const resend = { call: 'POST /users/2/resend-email', answer: { emailSent: true } };
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
    ...{ ...inCompany, item: /^Withdraw consent for/, presses: ['Withdraw consent'] },
    ...{ call: 'POST /individuals/9/consent/withdraw', answer: { success: true, verifiedSame: [] } },
    done: 'Consent withdrawn',
  },
  {
    ...{ ...person, opener: /^Versions of /, presses: ['Delete field', 'Delete field'] },
    ...{
      call: 'DELETE /pii-fields/91',
      answer: { shredAt: '2034-11-21T08:00:00.000Z', verifiedSame: [] },
      done: 'Field deleted',
    },
  },
  {
    ...{ Page: SignInSecurityPage, texts: 'session', opener: 'Remove Phone', presses: ['Remove'] },
    ...{ call: 'DELETE /auth/factors/5', done: 'Phone was removed' },
  },
];

describe('a dialog that is closed while its change runs', () => {
  const named = closed.map((dialog) => ({ ...dialog, name: String(dialog.item ?? dialog.opener) }));
  it.each(named)('$texts: $name still reports the outcome', async (row) => {
    let finish = (_: unknown): void => {};
    await openDialog(row, {
      ...rowAnswers,
      'GET /auth/factors': { factors: [totp], recoveryCodesLeft: 8, required: false },
      [row.call]: new Promise((resolve) => {
        finish = resolve;
      }),
    });
    const press = async (name: string) => {
      const dialog = topDialog();
      await waitFor(() => expect(dialog?.contains(document.activeElement)).toBe(true));
      fireEvent.click(within(dialog as HTMLElement).getByRole('button', { name }));
    };
    for (const name of row.presses) await press(name);
    const asked = topDialog();
    await press('Cancel');
    await waitFor(() => expect(asked?.isConnected).toBe(false));
    finish(row.answer ?? { success: true });
    expect(await screen.findByText(row.done)).toBeTruthy();
  });
});
