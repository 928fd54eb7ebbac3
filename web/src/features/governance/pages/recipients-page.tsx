import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Recipient } from '@pii-vault/contract/recipients/recipients-schema';
import { Network } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Strong } from '../../../ui/strong.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { RecipientDialogs } from '../components/recipient-dialogs.tsx';
import { RecipientPanel, SharingBadge } from '../components/recipient-panel.tsx';
import { NextAction, RegisterPage, RegisterRows } from '../components/register-screen.tsx';
import { useRecipients } from '../queries.ts';
import { lacksContract } from '../rules/recipient.ts';

/** Recipients of personal data and their contracts. */
export function RecipientsPage() {
  return (
    <RegisterPage noun="recipients" manage="compliance:manage">
      {(company) => <Recipients company={company} />}
    </RegisterPage>
  );
}

function Recipients({ company }: { company: Company }) {
  return (
    <RegisterRows
      noun="recipients"
      icon={Network}
      columns={useRecipientColumns()}
      page={useRecipients(company.id, useCursor().cursor)}
      next={(rows) => <NextRecipient rows={rows} />}
      panel={(recipient) => <RecipientPanel key={recipient.id} recipient={recipient} />}
      dialogs={(rows) => <RecipientDialogs companyId={company.id} rows={rows} />}
    />
  );
}

function NextRecipient({ rows }: { rows: readonly Recipient[] }) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  const lacking = rows.filter((row) => lacksContract(row, Date.now()));
  const [first] = lacking;
  if (first === undefined) return <NextAction tone="success" text={t('recipients.nothing')} />;
  return (
    <NextAction
      tone="warning"
      text={t('recipients.lacking', { count: lacking.length, name: first.name })}
      label={t('recipients.openIt')}
      onAct={() => set({ selected: String(first.id) }, { push: true })}
    />
  );
}

function useRecipientColumns(): readonly Column<Recipient>[] {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const purposes = (row: Recipient) => row.purposes.map(purposeName).join(', ');
  return [
    {
      id: 'name',
      header: t('recipients.field.name'),
      isFixed: true,
      list: 'title',
      value: ({ name }) => name,
      cell: ({ name }) => <Strong>{name}</Strong>,
    },
    {
      id: 'sharing',
      header: t('column.status'),
      list: 'end',
      value: ({ sharedUntil }) => sharedUntil,
      cell: (row) => <SharingBadge recipient={row} />,
    },
    {
      id: 'kind',
      header: t('recipients.field.kind'),
      list: 'none',
      value: ({ kind }) => kind,
      cell: ({ kind }) => t(`recipients.kind.${kind}`),
    },
    { id: 'purposes', header: t('recipients.field.purposes'), list: 'note', value: purposes, cell: purposes },
    {
      id: 'country',
      header: t('recipients.field.country'),
      list: 'none',
      value: ({ country }) => country,
      cell: ({ country }) => country ?? '–',
    },
    {
      id: 'sharedFrom',
      header: t('recipients.field.sharedFrom'),
      list: 'none',
      value: ({ sharedFrom }) => sharedFrom,
      cell: ({ sharedFrom }) => format.date(sharedFrom),
    },
  ];
}
