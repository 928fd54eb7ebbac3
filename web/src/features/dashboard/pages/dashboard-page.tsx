import { Box, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { useCompanies } from '../../../company/use-companies.ts';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Below } from '../../../ui/below.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { ActivityCard } from '../components/activity-card.tsx';
import { AttentionBar } from '../components/attention-bar.tsx';
import { AuditCard } from '../components/audit-card.tsx';
import { EncryptionCard } from '../components/encryption-card.tsx';
import { FirstSteps } from '../components/first-steps.tsx';
import { LineageCard } from '../components/lineage-card.tsx';
import { MetricCards } from '../components/metric-cards.tsx';
import { PersonCard } from '../components/person-card.tsx';
import { SegregationTable } from '../components/segregation-table.tsx';
import { useLatestIndividual, useMetrics } from '../queries.ts';
import { holdsPeople } from '../rules/first-steps.ts';

/** Dashboard: problems, changes and pending tasks; setup steps in an empty vault. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { data: companies, error, refetch, dataUpdatedAt } = useCompanies();
  const updated = dataUpdatedAt ? t('updated', { ns: 'ui', time: format.clock(dataUpdatedAt) }) : '';
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Box alignSelf="center" color="ink.2" textStyle="small">
              {updated}
            </Box>
            <RefreshButton />
          </>
        }
      />
      {companies ? (
        <Content companies={companies} />
      ) : (
        <Card>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines count={10} />}
        </Card>
      )}
    </>
  );
}

const Content = ({ companies }: { companies: readonly Company[] }) =>
  holdsPeople(companies) ? <Overview companies={companies} /> : <FirstSteps companies={companies} />;

function Overview({ companies }: { companies: readonly Company[] }) {
  const can = useCan();
  const { company } = useSelectedCompany();
  const metrics = useMetrics(can('pii:read'));
  const person = useLatestIndividual(company?.id ?? 0, Boolean(company) && can('pii:read', company?.id));
  const environment = useEnvironmentStatus();
  const mayTrail = can('audit:read');
  // The right column has room for this card only if the audit trail is not shown there.
  const activity = can('analytics:read') ? <ActivityCard /> : null;
  return (
    <>
      <StalePageBanner />
      <AttentionBar companies={companies} />
      <MetricCards metrics={metrics} companies={companies} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        gap="4"
        alignItems="start"
      >
        <Grid gap="4" minWidth="0">
          {can('lineage:read') ? <LineageCard /> : null}
          <SegregationTable />
          {mayTrail ? activity : null}
        </Grid>
        <Grid gap="4" minWidth="0">
          {company && can('pii:read', company.id) ? <PersonCard company={company} /> : null}
          <Below isReady={!person.isLoading}>
            <EncryptionCard />
          </Below>
          <Below isReady={!person.isLoading && !environment.isLoading}>
            {mayTrail ? <AuditCard /> : activity}
          </Below>
        </Grid>
      </Grid>
    </>
  );
}

/** One banner if any query of the page failed to refresh. The cards keep their data. */
function StalePageBanner() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const stale = () =>
    cache
      .findAll({ type: 'active' })
      .find(({ state }) => state.status === 'error' && state.data !== undefined);
  const error = useSyncExternalStore(subscribe, () => stale()?.state.error ?? null);
  if (!error) return null;
  return (
    <Box borderWidth="1px" borderTopWidth="0" borderRadius="card" overflow="hidden" mb="4">
      <StaleBanner error={error} onRetry={() => void queryClient.refetchQueries({ type: 'active' })} />
    </Box>
  );
}
