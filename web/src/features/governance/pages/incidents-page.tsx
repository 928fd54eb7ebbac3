import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { IncidentDialogs } from '../components/incident-dialogs.tsx';
import { IncidentPanel, useClockText } from '../components/incident-panel.tsx';
import { NextAction, RegisterPage, RegisterRows } from '../components/register-screen.tsx';
import { useIncidents } from '../queries.ts';
import { HEADINGS, missingHeadings, mostUrgent, statusTone } from '../rules/incident.ts';

/** Breach incidents, the next report to the Board, and its missing headings. */
export function IncidentsPage() {
  return (
    <RegisterPage noun="incidents" manage="compliance:manage">
      {(company) => <Incidents company={company} />}
    </RegisterPage>
  );
}

function Incidents({ company }: { company: Company }) {
  return (
    <RegisterRows
      noun="incidents"
      icon={CircleCheck}
      columns={useIncidentColumns()}
      page={useIncidents(company.id, useCursor().cursor)}
      next={(rows) => <NextIncident rows={rows} />}
      panel={(incident) => <IncidentPanel key={incident.id} incident={incident} />}
      dialogs={(rows) => <IncidentDialogs companyId={company.id} rows={rows} />}
    />
  );
}

function NextIncident({ rows }: { rows: readonly Incident[] }) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  const clock = useClockText();
  const urgent = mostUrgent(rows);
  if (urgent === undefined) return <NextAction tone="success" text={t('incidents.nothing')} />;
  const missing = missingHeadings(urgent).length;
  const name = urgent.title ?? t('incidents.numbered', { id: urgent.id });
  return (
    <NextAction
      tone={urgent.status === 'overdue' ? 'error' : 'warning'}
      text={[isolate(name), clock(urgent), missing > 0 ? t('incidents.lacks', { count: missing }) : '']
        .filter(Boolean)
        .join(' · ')}
      label={t('incidents.openIt')}
      onAct={() => set({ selected: String(urgent.id) }, { push: true })}
    />
  );
}

function useIncidentColumns(): readonly Column<Incident>[] {
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
