import { Box } from '@chakra-ui/react';
import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { HEADINGS, missingHeadings, statusTone } from '../rules/incident.ts';
import { useClockText } from './incident-clock.tsx';

export function useIncidentColumns(): readonly Column<Incident>[] {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const clock = useClockText();
  const filled = (incident: Incident) =>
    t('incidents.filled', { n: HEADINGS.length - missingHeadings(incident).length });
  return [
    {
      id: 'title',
      header: t('incidents.field.title'),
      isFixed: true,
      list: 'title',
      value: ({ id, title }) => title ?? String(id),
      cell: ({ id, title }) => (
        <Box as="span" textStyle="strong" {...(title === null ? { color: 'ink.2' } : {})}>
          {title ?? t('incidents.numbered', { id })}
        </Box>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: ({ status }) => status,
      cell: ({ status }) => (
        <StatusBadge tone={statusTone[status]}>{t(`incidents.status.${status}`)}</StatusBadge>
      ),
    },
    { id: 'clock', header: t('incidents.clock'), list: 'note', value: ({ dueAt }) => dueAt, cell: clock },
    { id: 'headings', header: t('incidents.headings'), list: 'none', cell: filled },
    {
      id: 'affected',
      header: t('incidents.field.affected'),
      align: 'end',
      list: 'none',
      value: ({ affected }) => affected,
      cell: ({ affected }) => (affected === null ? '–' : format.number(affected)),
    },
    {
      id: 'awareAt',
      header: t('incidents.field.awareAt'),
      list: 'none',
      value: ({ awareAt }) => awareAt,
      cell: ({ awareAt }) => format.dateTime(awareAt),
    },
  ];
}
