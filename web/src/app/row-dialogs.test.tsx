import { permissions } from '@pii-vault/contract/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../company/company-provider.tsx';
import { AccessControlPage } from '../features/access-control/pages/access-control-page.tsx';
import { ApprovalsPage } from '../features/approvals/pages/approvals-page.tsx';
import { CompaniesPage } from '../features/companies/pages/companies-page.tsx';
import { EncryptionKeysPage } from '../features/encryption-keys/pages/encryption-keys-page.tsx';
import { GrievancesPage } from '../features/governance/pages/grievances-page.tsx';
import { IncidentsPage } from '../features/governance/pages/incidents-page.tsx';
import { PurposesPage } from '../features/governance/pages/purposes-page.tsx';
import { RecipientsPage } from '../features/governance/pages/recipients-page.tsx';
import { ImportsPage } from '../features/imports/pages/imports-page.tsx';
import { IndividualsPage } from '../features/individuals/pages/individuals-page.tsx';
import { SecurityPage } from '../features/security/pages/security-page.tsx';
import { OwnSessions } from '../features/session/components/own-sessions.tsx';
import { SignInSecurityPage } from '../features/session/pages/sign-in-security-page.tsx';
import { UsersPage } from '../features/users/pages/users-page.tsx';
import { WebhooksPage } from '../features/webhooks/pages/webhooks-page.tsx';
import { loadTexts } from '../i18n/i18n.ts';
import { startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { rowAnswers } from './testing/row-answers.ts';

interface Opened {
  Page: ComponentType;
  texts: string;
  /** Name of the button in the row or its panel, or of the menu button if there is an `item`. */
  opener: string | RegExp;
  item?: string | RegExp;
  search?: string;
}

const company = { Page: CompaniesPage, texts: 'companies' };
const user = { Page: UsersPage, texts: 'users', opener: 'Actions for Ravi Iyer' };
const webhook = { Page: WebhooksPage, texts: 'webhooks', search: '&selected=4' };
const approval = { Page: ApprovalsPage, texts: 'approvals' };
const grievance = { Page: GrievancesPage, texts: 'governance', search: '&selected=8' };
const incident = { Page: IncidentsPage, texts: 'governance', search: '&selected=2' };
const purpose = { Page: PurposesPage, texts: 'governance', search: '&selected=3' };
const recipient = { Page: RecipientsPage, texts: 'governance', search: '&selected=6' };
const person = { Page: IndividualsPage, texts: 'individuals', search: '&selected=9&open=1' };
const inCompany = { ...person, opener: 'Actions in Asha Bank' };

const dialogs: readonly Opened[] = [
  { ...company, opener: 'Edit Asha Bank' },
  { ...company, opener: 'Let Asha Bank link its people' },
  { ...company, opener: 'Deactivate or suspend Asha Bank' },
  { ...company, opener: 'Delete Asha Bank' },
  { ...company, opener: 'End' },
  { ...user, item: 'Edit User' },
  { ...user, item: 'Company Roles' },
  { ...user, item: 'API Credentials' },
  { ...user, item: 'Set New Password' },
  { ...user, item: 'Resend Welcome Email' },
  { ...user, item: 'Resend with New Password' },
  { ...user, item: 'Delete User' },
  { Page: EncryptionKeysPage, texts: 'encryption-keys', opener: /^Rotate / },
  { Page: EncryptionKeysPage, texts: 'encryption-keys', opener: /^Delete/ },
  { Page: AccessControlPage, texts: 'access-control', opener: 'Remove 203.0.113.7' },
  { Page: SecurityPage, texts: 'security', search: '&tab=threats', opener: /^Unblock/ },
  { Page: OwnSessions, texts: 'session', opener: /^End: / },
  { Page: ImportsPage, texts: 'imports', search: '&import=12', opener: 'Stop import' },
  { ...webhook, opener: 'Edit' },
  { ...webhook, opener: 'Pause' },
  { ...webhook, opener: 'Rotate secret' },
  { ...webhook, opener: /^Delete/ },
  { ...approval, opener: 'Approve' },
  { ...approval, opener: 'Refuse' },
  { ...grievance, opener: 'Answer and close' },
  { ...grievance, opener: 'Edit' },
  { ...incident, opener: 'Mark as reported' },
  { ...incident, opener: /^Fill/ },
  { ...purpose, opener: 'Publish a notice' },
  { ...purpose, opener: 'Edit' },
  { ...recipient, opener: 'Edit' },
  { ...recipient, opener: 'End the sharing' },
  { ...person, opener: /^Reveal / },
  { ...person, opener: /^Versions of / },
  { ...inCompany, item: 'Access report' },
  { ...inCompany, item: /^Withdraw consent for/ },
  { ...inCompany, item: 'Erase at Asha Bank' },
];

/** The topmost dialog. */
const shown = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? null;
const texts = ['erasure', 'live-sessions', 'charts'];

beforeEach(() => startSession('t', sampleUser({ permissions: [...permissions] })));

async function open(
  { Page, texts: own, opener: name, item, search = '' }: Opened,
  change: (answers: Record<string, unknown>) => void = () => {},
) {
  for (const namespace of [own, ...texts]) await loadTexts(namespace);
  const answers = { ...rowAnswers };
  change(answers);
  stubApi(answers);
  renderApp(
    <CompanyProvider>
      <main tabIndex={-1}>
        <Page />
      </main>
    </CompanyProvider>,
    { route: `/?company=1${search}` },
  );
  const [opener] = await screen.findAllByRole('button', { name });
  if (opener === undefined) throw new Error('The opener is missing');
  // The drawer around the dialog takes the focus first.
  const around = shown();
  if (around !== null) await waitFor(() => expect(shown()?.contains(document.activeElement)).toBe(true));
  opener.focus();
  fireEvent.click(opener);
  if (item !== undefined) {
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(menu).getByRole('menuitem', { name: item }));
  }
  await waitFor(() => {
    expect(shown()).not.toBe(around);
    expect(shown()?.contains(document.activeElement)).toBe(true);
  });
  return opener;
}

describe('a dialog of a row', () => {
  const named = dialogs.map((dialog) => ({ ...dialog, name: String(dialog.item ?? dialog.opener) }));
  it.each(named)('$texts: $name takes the focus, and Escape returns it', async (dialog) => {
    const opener = await open(dialog);
    // A dialog starts to listen for Escape a few frames after it has opened.
    await waitFor(() => {
      if (shown() !== null) fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
      expect(shown()).toBeNull();
    });
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
    const opener = await open(dialog);
    const inFront = shown();
    await waitFor(() => {
      if (shown() === inFront) fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
      expect(shown()).not.toBe(inFront);
    });
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
    const opener = await open(row, (answers) => {
      answers[row.call] = () => {
        answers[row.list] = after;
        return { success: true };
      };
    });
    const dialog = shown();
    if (!(dialog instanceof HTMLElement)) throw new Error('The dialog is missing');
    fireEvent.click(within(dialog).getByRole('button', { name: row.confirm }));
    await waitFor(() => expect([opener.isConnected, shown()]).toEqual([false, null]));
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
    await open(row, (answers) => {
      answers['GET /auth/factors'] = { factors: [totp], recoveryCodesLeft: 8, required: false };
      answers[row.call] = new Promise((resolve) => {
        finish = resolve;
      });
    });
    const press = async (name: string) => {
      const dialog = shown();
      await waitFor(() => expect(dialog?.contains(document.activeElement)).toBe(true));
      fireEvent.click(within(dialog as HTMLElement).getByRole('button', { name }));
    };
    for (const name of row.presses) await press(name);
    const asked = shown();
    await press('Cancel');
    await waitFor(() => expect(asked?.isConnected).toBe(false));
    finish(row.answer ?? { success: true });
    expect(await screen.findByText(row.done)).toBeTruthy();
  });
});
