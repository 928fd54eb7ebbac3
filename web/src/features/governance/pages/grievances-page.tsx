import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Grievance } from '@pii-vault/contract/grievances/grievances-schema';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useDueText, useGrievanceColumns } from '../components/grievance-columns.tsx';
import { GrievanceDialogs } from '../components/grievance-dialogs.tsx';
import { GrievancePanel } from '../components/grievance-panel.tsx';
import { NextAction } from '../components/next-action.tsx';
import { RegisterPage } from '../components/register-page.tsx';
import { RegisterRows } from '../components/register-rows.tsx';
import { useGrievances } from '../queries.ts';
import { mostUrgent, stateOf } from '../rules/grievance.ts';

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
      text={`${name} · ${due(urgent)}`}
      label={t('grievances.openIt')}
      onAct={() => set({ selected: String(urgent.id) }, { push: true })}
    />
  );
}
