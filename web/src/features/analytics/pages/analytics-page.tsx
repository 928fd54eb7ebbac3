import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../client/download.ts';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { WithCompany } from '../../../company/with-company.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { analyticsTabs, rangeOf, ranges, tabOf } from '../analytics.ts';
import { AccessTab } from '../components/access-tab.tsx';
import { DataTab } from '../components/data-tab.tsx';
import { OverviewTab } from '../components/overview-tab.tsx';
import { SecurityTab } from '../components/security-tab.tsx';
import { useAnalytics } from '../queries.ts';

/** Analytics: disclosure, growth and quality of the data, logins and compliance. */
export function AnalyticsPage() {
  return <WithCompany>{(company) => <Screen company={company} />}</WithCompany>;
}

function Screen({ company }: { company: Company }) {
  const { t } = useTranslation('analytics');
  const { get, set } = useUrlState();
  const { companies } = useSelectedCompany();
  const range = rangeOf(get('days'));
  const mayOne = useCan()('analytics:read', company.id);
  const isAll = (get('of') === 'all' || !mayOne) && companies.length > 1;
  const companyId = isAll ? undefined : company.id;
  const { data, error, refetch } = useAnalytics(companyId, range);
  const tab = tabOf(get('tab'));

  /** Exports the data of all tabs as JSON. Each table exports its own rows as CSV. */
  function exportAll(): void {
    const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    saveFile(content, `analytics-${isAll ? 'all' : company.code.toLowerCase()}-${range}d.json`);
  }

  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={isAll ? t('subtitleAll') : t('subtitle', { company: company.name })}
        actions={
          <>
            {companies.length > 1 && mayOne ? (
              <Segments
                label={t('of.label')}
                value={isAll ? 'all' : 'one'}
                onChange={(of) => set({ of: of === 'all' ? 'all' : null })}
                options={[
                  { value: 'one', label: t('of.one') },
                  { value: 'all', label: t('of.all') },
                ]}
              />
            ) : null}
            <Segments
              label={t('range.label')}
              value={range}
              onChange={(days) => set({ days })}
              options={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
            />
            <RefreshButton />
            <Button icon={Download} disabled={!data} onClick={exportAll}>
              {t('export')}
            </Button>
          </>
        }
      />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) => set({ tab: next })}
        tabs={analyticsTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        {data && error ? <StaleBanner error={error} onRetry={() => void refetch()} /> : null}
        {data ? null : (
          <Card>
            {error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonLines count={12} />
            )}
          </Card>
        )}
        {data && tab === 'overview' ? <OverviewTab data={data} companyId={companyId} range={range} /> : null}
        {data && tab === 'data' ? <DataTab data={data} /> : null}
        {data && tab === 'access' ? <AccessTab data={data} /> : null}
        {data && tab === 'security' ? <SecurityTab data={data} /> : null}
      </Tabs>
    </>
  );
}
