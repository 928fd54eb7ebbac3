import { Box } from '@chakra-ui/react';
import type { Grievance } from '@pii-vault/contract/grievances/grievances-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { daysLeft, stateOf, stateTone } from '../rules/grievance.ts';

/** '12 days left', '3 days overdue', or the date of closing. */
export function useDueText(): (grievance: Grievance) => string {
  const { t } = useTranslation('governance');
  const format = useFormat();
  useMinute();
  return ({ dueAt, closedAt }) => {
    if (closedAt !== null) return t('grievances.closedOn', { at: format.date(closedAt) });
    const days = daysLeft(dueAt, Date.now());
    return days < 0 ? t('grievances.over', { count: -days }) : t('grievances.left', { count: days });
  };
}

export function useGrievanceColumns(): readonly Column<Grievance>[] {
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
