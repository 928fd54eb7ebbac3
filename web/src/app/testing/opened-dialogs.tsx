import type { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { AccessControlPage } from '../../features/access-control/pages/access-control-page.tsx';
import { ApprovalsPage } from '../../features/approvals/pages/approvals-page.tsx';
import { CompaniesPage } from '../../features/companies/pages/companies-page.tsx';
import { EncryptionKeysPage } from '../../features/encryption-keys/pages/encryption-keys-page.tsx';
import { AccessReviewsPage } from '../../features/governance/pages/access-reviews-page.tsx';
import { ErasuresPage } from '../../features/governance/pages/erasures-page.tsx';
import { GrievancesPage } from '../../features/governance/pages/grievances-page.tsx';
import { IncidentsPage } from '../../features/governance/pages/incidents-page.tsx';
import { PurposesPage } from '../../features/governance/pages/purposes-page.tsx';
import { RecipientsPage } from '../../features/governance/pages/recipients-page.tsx';
import { ImportsPage } from '../../features/imports/pages/imports-page.tsx';
import { IndividualsPage } from '../../features/individuals/pages/individuals-page.tsx';
import { SecurityPage } from '../../features/security/pages/security-page.tsx';
import { OwnSessions } from '../../features/session/components/own-sessions.tsx';
import { UsersPage } from '../../features/users/pages/users-page.tsx';
import { WebhooksPage } from '../../features/webhooks/pages/webhooks-page.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderApp } from '../../testing/render.tsx';
import { stubApi } from '../../testing/stub-api.ts';

/** A dialog, and how it is opened. */
export interface Opened {
  Page: ComponentType;
  texts: string;
  /** Name of the button in the row or its panel, or of the menu button if there is an `item`. */
  opener: string | RegExp;
  item?: string | RegExp;
  search?: string;
  /** Neither the dialog nor its screen shows a name that users choose. */
  hasNoName?: true;
}

/** Dialogs that need no data. */
export const newDialogs: readonly Opened[] = [
  { opener: 'Add Company', Page: CompaniesPage, texts: 'companies' },
  { opener: 'Link companies', Page: CompaniesPage, texts: 'companies' },
  { opener: 'Add User', Page: UsersPage, texts: 'users' },
  { opener: 'Rotate Key', Page: EncryptionKeysPage, texts: 'encryption-keys' },
  { opener: 'Add Webhook', Page: WebhooksPage, texts: 'webhooks' },
  { opener: 'Request approval', Page: ApprovalsPage, texts: 'approvals' },
  {
    opener: 'Block an address',
    Page: SecurityPage,
    texts: 'security',
    search: '&tab=threats',
    hasNoName: true,
  },
  { opener: 'Add Incident', Page: IncidentsPage, texts: 'governance' },
  { opener: 'Add Grievance', Page: GrievancesPage, texts: 'governance' },
  { opener: 'Add Purpose', Page: PurposesPage, texts: 'governance', hasNoName: true },
  { opener: 'Add Recipient', Page: RecipientsPage, texts: 'governance' },
  { opener: 'Erase a Person', Page: ErasuresPage, texts: 'governance', hasNoName: true },
  { opener: 'Record a Review', Page: AccessReviewsPage, texts: 'governance', hasNoName: true },
];

export const company = { Page: CompaniesPage, texts: 'companies' };
export const user = { Page: UsersPage, texts: 'users', opener: /^Actions for / };
export const webhook = {
  Page: WebhooksPage,
  texts: 'webhooks',
  search: '&selected=4',
  hasNoName: true,
} as const;
const approval = { Page: ApprovalsPage, texts: 'approvals' };
export const grievance = { Page: GrievancesPage, texts: 'governance', search: '&selected=8' };
export const incident = { Page: IncidentsPage, texts: 'governance', search: '&selected=2' };
const purpose = {
  ...{ Page: PurposesPage, texts: 'governance', search: '&selected=3' },
  hasNoName: true,
} as const;
export const recipient = { Page: RecipientsPage, texts: 'governance', search: '&selected=6' };
export const person = { Page: IndividualsPage, texts: 'individuals', search: '&selected=9&open=1' };
export const inCompany = { ...person, opener: /^Actions in / };

/** Dialogs of rows. */
export const rowDialogs: readonly Opened[] = [
  { ...company, opener: /^Edit / },
  { ...company, opener: /^Let .* link its people/ },
  { ...company, opener: /^Deactivate or suspend / },
  { ...company, opener: /^Delete / },
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
  { Page: AccessControlPage, texts: 'access-control', opener: 'Remove 203.0.113.7', hasNoName: true },
  { Page: SecurityPage, texts: 'security', search: '&tab=threats', opener: /^Unblock/, hasNoName: true },
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
  { ...inCompany, item: /^Erase at / },
];

/** The topmost dialog. */
export const topDialog = () =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? null;

const SHARED_TEXTS = ['erasure', 'live-sessions', 'charts'];

/** Shows the screen with these answers and opens the dialog. `opener` is the button that opened it. */
export async function openDialog(
  { Page, texts, opener: name, item, search = '' }: Opened,
  answers: Parameters<typeof stubApi>[0],
): Promise<{ opener: HTMLElement; queryClient: QueryClient }> {
  for (const namespace of [texts, ...SHARED_TEXTS]) await loadTexts(namespace);
  stubApi(answers);
  const { queryClient } = renderApp(
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
  const around = topDialog();
  if (around !== null) await waitFor(() => expect(topDialog()?.contains(document.activeElement)).toBe(true));
  opener.focus();
  fireEvent.click(opener);
  if (item !== undefined) {
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(menu).getByRole('menuitem', { name: item }));
  }
  await waitFor(() => {
    expect(topDialog()).not.toBe(around);
    expect(topDialog()?.contains(document.activeElement)).toBe(true);
  });
  return { opener, queryClient };
}

/** Presses Escape until the topmost dialog has closed. A dialog listens for it a few frames after it has opened. */
export async function closeByEscape(): Promise<void> {
  const dialog = topDialog();
  await waitFor(() => {
    if (topDialog() === dialog) fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(topDialog()).not.toBe(dialog);
  });
}
