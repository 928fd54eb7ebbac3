import { permissions } from '@pii-vault/contract/permissions';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../company/company-provider.tsx';
import { ApprovalsPage } from '../features/approvals/pages/approvals-page.tsx';
import { CompaniesPage } from '../features/companies/pages/companies-page.tsx';
import { EncryptionKeysPage } from '../features/encryption-keys/pages/encryption-keys-page.tsx';
import { AccessReviewsPage } from '../features/governance/pages/access-reviews-page.tsx';
import { ErasuresPage } from '../features/governance/pages/erasures-page.tsx';
import { GrievancesPage } from '../features/governance/pages/grievances-page.tsx';
import { IncidentsPage } from '../features/governance/pages/incidents-page.tsx';
import { PurposesPage } from '../features/governance/pages/purposes-page.tsx';
import { RecipientsPage } from '../features/governance/pages/recipients-page.tsx';
import { SecurityPage } from '../features/security/pages/security-page.tsx';
import { securityApi } from '../features/security/testing/samples.ts';
import { UsersPage } from '../features/users/pages/users-page.tsx';
import { WebhooksPage } from '../features/webhooks/pages/webhooks-page.tsx';
import { loadTexts } from '../i18n/i18n.ts';
import { startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany, sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';

const none = () => new Response('[]', { headers: { 'x-total-count': '0' } });
const lists = [
  ...['approvals', 'link-agreements', 'encryption-keys', 'encryption-keys/rotations', 'access-reviews'],
  ...['erasures', 'grievances', 'incidents', 'purposes', 'recipients', 'users', 'webhooks'],
];
const answers = {
  ...Object.fromEntries(lists.map((list) => [`GET /${list}`, none])),
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
  ...securityApi,
};

interface Opened {
  /** Name of the button that opens the dialog. */
  opener: string;
  Page: ComponentType;
  texts: string;
  search?: string;
}

/** Dialogs that need no data. row-dialogs.test.tsx tests those of rows. */
const dialogs: readonly Opened[] = [
  { opener: 'Add Company', Page: CompaniesPage, texts: 'companies' },
  { opener: 'Link companies', Page: CompaniesPage, texts: 'companies' },
  { opener: 'Add User', Page: UsersPage, texts: 'users' },
  { opener: 'Rotate Key', Page: EncryptionKeysPage, texts: 'encryption-keys' },
  { opener: 'Add Webhook', Page: WebhooksPage, texts: 'webhooks' },
  { opener: 'Request approval', Page: ApprovalsPage, texts: 'approvals' },
  { opener: 'Block an address', Page: SecurityPage, texts: 'security', search: '&tab=threats' },
  { opener: 'Add Incident', Page: IncidentsPage, texts: 'governance' },
  { opener: 'Add Grievance', Page: GrievancesPage, texts: 'governance' },
  { opener: 'Add Purpose', Page: PurposesPage, texts: 'governance' },
  { opener: 'Add Recipient', Page: RecipientsPage, texts: 'governance' },
  { opener: 'Erase a Person', Page: ErasuresPage, texts: 'governance' },
  { opener: 'Record a Review', Page: AccessReviewsPage, texts: 'governance' },
];

const shown = () => screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog');

beforeEach(() => startSession('t', sampleUser({ permissions: [...permissions] })));

describe('a dialog', () => {
  it.each(dialogs)(
    'opened by $opener takes the focus, and Escape returns it',
    async ({ opener: name, Page, texts, search = '' }) => {
      for (const namespace of [texts, 'erasure', 'live-sessions', 'charts']) await loadTexts(namespace);
      stubApi(answers);
      renderApp(
        <CompanyProvider>
          <Page />
        </CompanyProvider>,
        { route: `/?company=1${search}` },
      );
      const [opener] = await screen.findAllByRole('button', { name });
      opener?.focus();
      expect(document.activeElement).toBe(opener);
      if (opener) fireEvent.click(opener);
      await waitFor(() => expect(shown()?.contains(document.activeElement)).toBe(true));
      // A dialog starts to listen for Escape a few frames after it has opened.
      await waitFor(() => {
        if (shown() !== null) fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
        expect(shown()).toBeNull();
      });
      await waitFor(() => expect(document.activeElement).toBe(opener));
    },
  );
});
