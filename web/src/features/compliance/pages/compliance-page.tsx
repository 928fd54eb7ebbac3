import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { WithCompany } from '../../../company/with-company.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { complianceTabs, tabOf } from '../compliance.ts';
import { ChecksTab } from '../components/checks-tab.tsx';
import { OverviewTab } from '../components/overview-tab.tsx';
import { ReportsTab } from '../components/reports-tab.tsx';
import { useComplianceChecks, useRunChecks } from '../queries.ts';

/** Compliance: violated rules, and what to do first. */
export function CompliancePage() {
  return <WithCompany>{(company) => <Screen key={company.id} company={company} />}</WithCompany>;
}

function Screen({ company }: { company: Company }) {
  const { t } = useTranslation('compliance');
  const { get, set } = useUrlState();
  const tab = tabOf(get('tab'));
  const mayManage = useCan()('compliance:manage');
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle', { company: company.name })}
        actions={
          <>
            <RefreshButton />
            {mayManage ? <RunButton companyId={company.id} /> : null}
          </>
        }
      />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) => set({ tab: next, rule: null, cursor: null })}
        tabs={complianceTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        {tab === 'reports' ? <ReportsTab company={company} /> : <Checked company={company} tab={tab} />}
      </Tabs>
    </>
  );
}

/** Tabs that need the checks. If a refresh fails, the checks stay visible below a banner. */
function Checked({ company, tab }: { company: Company; tab: 'overview' | 'regulations' }) {
  const { data, error, refetch, dataUpdatedAt } = useComplianceChecks(company.id);
  const retry = () => void refetch();
  if (!data)
    return <Card>{error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonLines count={10} />}</Card>;
  return (
    <>
      {error ? <StaleBanner error={error} onRetry={retry} /> : null}
      {tab === 'overview' ? (
        <OverviewTab company={company} checks={data} />
      ) : (
        <ChecksTab companyId={company.id} checks={data} updatedAt={dataUpdatedAt} />
      )}
    </>
  );
}

function RunButton({ companyId }: { companyId: number }) {
  const { t } = useTranslation('compliance');
  const run = useRunChecks(companyId);
  const start = () =>
    run.mutate(undefined, {
      onSuccess: (checks) => notify.success(t('run.done', { count: checks.length, n: checks.length })),
      onError: (error) => notify.error(t('error'), messageOf(error, t('run.failed')), { error }),
    });
  return (
    <Button variant="primary" icon={Play} pending={run.isPending} onClick={start}>
      {t(run.isPending ? 'run.pending' : 'run.action')}
    </Button>
  );
}
