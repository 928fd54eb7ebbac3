import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useClockText } from '../components/incident-clock.tsx';
import { useIncidentColumns } from '../components/incident-columns.tsx';
import { IncidentDialogs } from '../components/incident-dialogs.tsx';
import { IncidentPanel } from '../components/incident-panel.tsx';
import { NextAction } from '../components/next-action.tsx';
import { RegisterPage } from '../components/register-page.tsx';
import { RegisterRows } from '../components/register-rows.tsx';
import { useIncidents } from '../queries.ts';
import { missingHeadings, mostUrgent } from '../rules/incident.ts';

/** Breach incidents: which report to the Board is due next, and what it still lacks. */
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
      text={[name, clock(urgent), missing > 0 ? t('incidents.lacks', { count: missing }) : '']
        .filter(Boolean)
        .join(' · ')}
      label={t('incidents.openIt')}
      onAct={() => set({ selected: String(urgent.id) }, { push: true })}
    />
  );
}
