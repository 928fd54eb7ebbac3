import { BadgeCheck, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { WithCompany } from '../../../company/with-company.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { TrailCard } from '../components/trail-card.tsx';
import { UserActions } from '../components/user-actions.tsx';
import { useVerification, VerifyBanner } from '../components/verify-banner.tsx';
import { ProofError } from '../proof/proof-error.ts';
import { exportTrail, useAuditTrail } from '../queries.ts';
import { completenessOf, trailQuery } from '../rules/trail-query.ts';

const views = ['trail', 'actions'] as const;
const nothing: ReadonlySet<number> = new Set();

/** Audit Trail: who accessed which data and why, and the verification that no entry was changed. */
export function AuditPage() {
  return (
    <WithCompany>
      {/* The key prevents that rows of the previous company stay visible while those of another load. */}
      {(company) => <Trail key={company.id} companyId={company.id} companyName={company.name} />}
    </WithCompany>
  );
}

function Trail({ companyId, companyName }: { companyId: number; companyName: string }) {
  const { t } = useTranslation('audit');
  const { get, set } = useUrlState();
  const view = get('view') === 'actions' ? 'actions' : 'trail';
  const { cursor } = useCursor();
  const { companies } = useSelectedCompany();
  const isSuperAdmin = useUser().role === 'super_admin';
  const mayAll = isSuperAdmin || companies.length > 1;
  const query = trailQuery(get, { id: companyId, zone: useCompanyZone() }, mayAll);
  const trail = useAuditTrail({ ...query, cursor });
  const { state, start } = useVerification();
  const { startExport, exportDialog, isExporting } = useFileExport(
    (signal) => exportTrail(query, signal),
    t('exportText'),
  );
  const rows = trail.data?.rows;
  const fault = state.status === 'failed' && state.error instanceof ProofError ? state.error : undefined;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            {view === 'trail' && rows && rows.length > 0 ? (
              <Button icon={Download} pending={isExporting} onClick={startExport}>
                {t('exportAction')}
              </Button>
            ) : null}
            <Button
              variant="primary"
              icon={BadgeCheck}
              disabled={!rows}
              pending={state.status === 'running'}
              onClick={() => start(rows ?? [], completenessOf(query, isSuperAdmin))}
            >
              {t(state.status === 'running' ? 'verify.pending' : 'verify.action')}
            </Button>
          </>
        }
      />
      <VerifyBanner state={state} />
      <Tabs
        label={t('view.label')}
        tabs={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={(value) =>
          set({
            view: value === 'trail' ? null : value,
            ...{ cursor: null, action: null, user: null, search: null, from: null, to: null },
          })
        }
      >
        {view === 'actions' ? (
          <UserActions companyId={companyId} companyName={companyName} mayAll={mayAll} />
        ) : (
          <TrailCard
            trail={trail}
            query={query}
            companyName={companyName}
            mayAll={mayAll}
            included={state.status === 'proved' ? state.proved.included : nothing}
            faultyIndex={fault?.index}
          />
        )}
      </Tabs>
      {exportDialog}
    </>
  );
}
