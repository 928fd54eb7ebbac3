import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Grievance } from '@pii-vault/contract/grievances/grievances-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { GrievanceDialogs } from '../components/grievance-dialogs.tsx';
import { GrievancePanel, useDueText } from '../components/grievance-panel.tsx';
import { NextAction, RegisterPage, RegisterRows } from '../components/register-screen.tsx';
import { useGrievances } from '../queries.ts';
import { mostUrgent, stateOf, stateTone } from '../rules/grievance.ts';

/** Grievances of data principals, and which one must be answered next. */
export function GrievancesPage() {
  return (
    <RegisterPage noun="grievances" manage="compliance:manage">
      {(company) => <Grievances company={company} />}
    </RegisterPage>
  );
}

function Grievances({ company }: { company: Company }) {
  return (
    <RegisterRows
      noun="grievances"
      icon={CircleCheck}
      columns={useGrievanceColumns()}
      page={useGrievances(company.id, useCursor().cursor)}
      next={(rows) => <NextGrievance rows={rows} />}
      panel={(grievance) => <GrievancePanel key={grievance.id} grievance={grievance} />}
      dialogs={(rows) => <GrievanceDialogs companyId={company.id} rows={rows} />}
    />
  );
}

function NextGrievance({ rows }: { rows: readonly Grievance[] }) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  const due = useDueText();
  const urgent = mostUrgent(rows);
  if (urgent === undefined) return <NextAction tone="success" text={t('grievances.nothing')} />;
  const name = urgent.subject ?? t('grievances.numbered', { id: urgent.id });
  return (
    <NextAction
      tone={stateOf(urgent) === 'overdue' ? 'error' : 'warning'}
      text={`${isolate(name)} · ${due(urgent)}`}
      label={t('grievances.openIt')}
      onAct={() => set({ selected: String(urgent.id) }, { push: true })}
    />
  );
}

function useGrievanceColumns(): readonly Column<Grievance>[] {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const due = useDueText();
  return [
    {
      id: 'subject',
      header: t('grievances.field.subject'),
      isFixed: true,
      list: 'title',
      value: ({ id, subject }) => subject ?? String(id),
      cell: ({ id, subject }) => (
        <Box as="span" textStyle="strong" {...(subject === null ? { color: 'ink.2' } : {})}>
          {subject ?? t('grievances.numbered', { id })}
        </Box>
      ),
    },
    {
      id: 'state',
      header: t('column.status'),
      list: 'end',
      value: stateOf,
      cell: (row) => (
        <StatusBadge tone={stateTone[stateOf(row)]}>{t(`grievances.state.${stateOf(row)}`)}</StatusBadge>
      ),
    },
    { id: 'due', header: t('grievances.due'), list: 'note', value: ({ dueAt }) => dueAt, cell: due },
    {
      id: 'category',
      header: t('grievances.field.category'),
      list: 'none',
      value: ({ category }) => category,
      cell: ({ category }) => t(`grievances.category.${category}`),
    },
    {
      id: 'receivedAt',
      header: t('grievances.field.receivedAt'),
      list: 'none',
      value: ({ receivedAt }) => receivedAt,
      cell: ({ receivedAt }) => format.date(receivedAt),
    },
  ];
}
