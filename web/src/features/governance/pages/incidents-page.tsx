import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/use-session.ts';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useIncidents } from '../api/incidents.ts';
import { useClockText } from '../components/incident-clock.tsx';
import { useIncidentColumns } from '../components/incident-columns.tsx';
import { IncidentDialogs } from '../components/incident-dialogs.tsx';
import { IncidentPanel } from '../components/incident-panel.tsx';
import { NextAction, NextOf } from '../components/next-action.tsx';
import { RegisterPage } from '../components/register-page.tsx';
import { RegisterTable } from '../components/register-table.tsx';
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
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const can = useCan();
  const page = useIncidents(company.id, useCursor().cursor);
  const columns = useIncidentColumns();
  const rows = page.data?.rows ?? [];
  const selected = rows.find(({ id }) => String(id) === get('selected'));
  return (
    <>
      <NextOf page={page}>{(known) => <NextIncident rows={known} />}</NextOf>
      <SidePanelLayout
        label={t('incidents.panel')}
        openKey={selected?.id}
        onClose={() => set({ selected: null })}
        panel={selected ? <IncidentPanel key={selected.id} incident={selected} /> : null}
      >
        <RegisterTable
          noun="incidents"
          icon={CircleCheck}
          columns={columns}
          rowKey={({ id }) => String(id)}
          page={page}
          mayAdd={can('compliance:manage')}
        />
      </SidePanelLayout>
      <IncidentDialogs companyId={company.id} rows={rows} />
    </>
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
