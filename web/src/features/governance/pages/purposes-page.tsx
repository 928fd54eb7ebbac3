import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Strong } from '../../../ui/strong.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { PurposeDialogs } from '../components/purpose-dialogs.tsx';
import { Basis, PurposePanel } from '../components/purpose-panel.tsx';
import { NextAction, RegisterPage, RegisterRows } from '../components/register-screen.tsx';
import { usePurposes } from '../queries.ts';
import { isIncomplete, newestNotice } from '../rules/purpose.ts';

/** Purposes of processing, their lawful bases and notices. */
export function PurposesPage() {
  return (
    <RegisterPage noun="purposes" manage="compliance:manage">
      {(company) => <Purposes company={company} />}
    </RegisterPage>
  );
}

function Purposes({ company }: { company: Company }) {
  return (
    <RegisterRows
      noun="purposes"
      icon={FileText}
      columns={usePurposeColumns()}
      page={usePurposes(company.id, useCursor().cursor)}
      next={(rows) => <NextPurpose rows={rows} />}
      panel={(purpose) => <PurposePanel key={purpose.id} purpose={purpose} />}
      dialogs={(rows) => <PurposeDialogs companyId={company.id} rows={rows} />}
    />
  );
}

function NextPurpose({ rows }: { rows: readonly PurposeEntry[] }) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  const incomplete = rows.filter(isIncomplete);
  const [first] = incomplete;
  if (first === undefined) return <NextAction tone="success" text={t('purposes.nothing')} />;
  return (
    <NextAction
      tone="warning"
      text={
        incomplete.length === 1 && first.notices.length > 0
          ? t('purposes.lacksBasis', { purpose: purposeName(first.purpose) })
          : t('purposes.incomplete', { count: incomplete.length, purpose: purposeName(first.purpose) })
      }
      label={t('purposes.openIt')}
      onAct={() => set({ selected: String(first.id) }, { push: true })}
    />
  );
}

function usePurposeColumns(): readonly Column<PurposeEntry>[] {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const notice = (row: PurposeEntry) => newestNotice(row)?.version ?? t('purposes.noNotice');
  const kept = (row: PurposeEntry) => newestNotice(row)?.retentionDays;
  return [
    {
      id: 'purpose',
      header: t('purposes.field.purpose'),
      isFixed: true,
      list: 'title',
      value: ({ purpose }) => purpose,
      cell: ({ purpose }) => <Strong>{purposeName(purpose)}</Strong>,
    },
    {
      id: 'basis',
      header: t('purposes.field.lawfulBasis'),
      list: 'end',
      value: ({ lawfulBasis }) => lawfulBasis,
      cell: (row) => <Basis purpose={row} />,
    },
    { id: 'notice', header: t('purposes.notice'), list: 'note', value: notice, cell: notice },
    {
      id: 'retentionDays',
      header: t('purposes.field.retentionDays'),
      align: 'end',
      list: 'none',
      value: (row) => kept(row) ?? null,
      cell: (row) => {
        const days = kept(row);
        return days === undefined ? '–' : format.number(days);
      },
    },
    {
      id: 'updatedAt',
      header: t('column.updated'),
      list: 'none',
      value: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => format.dateTime(updatedAt),
    },
  ];
}
