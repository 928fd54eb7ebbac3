import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Grievance } from '@pii-vault/contract/grievances/grievances-schema';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/use-session.ts';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useGrievances } from '../api/grievances.ts';
import { useDueText, useGrievanceColumns } from '../components/grievance-columns.tsx';
import { GrievanceDialogs } from '../components/grievance-dialogs.tsx';
import { GrievancePanel } from '../components/grievance-panel.tsx';
import { NextAction, NextOf } from '../components/next-action.tsx';
import { RegisterPage } from '../components/register-page.tsx';
import { RegisterTable } from '../components/register-table.tsx';
import { mostUrgent, stateOf } from '../rules/grievance.ts';

/** Grievances of data principals: which one must be answered next. */
export function GrievancesPage() {
  return (
    <RegisterPage noun="grievances" manage="compliance:manage">
      {(company) => <Grievances company={company} />}
    </RegisterPage>
  );
}

function Grievances({ company }: { company: Company }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const can = useCan();
  const page = useGrievances(company.id, useCursor().cursor);
  const columns = useGrievanceColumns();
  const rows = page.data?.rows ?? [];
  const selected = rows.find(({ id }) => String(id) === get('selected'));
  return (
    <>
      <NextOf page={page}>{(known) => <NextGrievance rows={known} />}</NextOf>
      <SidePanelLayout
        label={t('grievances.panel')}
        openKey={selected?.id}
        onClose={() => set({ selected: null })}
        panel={selected ? <GrievancePanel key={selected.id} grievance={selected} /> : null}
      >
        <RegisterTable
          noun="grievances"
          icon={CircleCheck}
          columns={columns}
          rowKey={({ id }) => String(id)}
          page={page}
          mayAdd={can('compliance:manage')}
        />
      </SidePanelLayout>
      <GrievanceDialogs companyId={company.id} rows={rows} />
    </>
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
      text={`${name} · ${due(urgent)}`}
      label={t('grievances.openIt')}
      onAct={() => set({ selected: String(urgent.id) }, { push: true })}
    />
  );
}
