import { Box, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
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
import { ActivityCard } from '../components/activity-card.tsx';
import { AttentionBar } from '../components/attention-bar.tsx';
import { AuditCard } from '../components/audit-card.tsx';
import { EncryptionCard } from '../components/encryption-card.tsx';
import { FirstSteps } from '../components/first-steps/first-steps.tsx';
import { LineageCard } from '../components/lineage-card.tsx';
import { MetricCards } from '../components/metric-cards.tsx';
import { PersonCard } from '../components/person-card.tsx';
import { SegregationTable } from '../components/segregation-table.tsx';
import { StalePageBanner } from '../components/stale-page-banner.tsx';
import { useLatestIndividual, useMetrics } from '../queries.ts';
import { holdsPeople } from '../rules/first-steps.ts';

/** Is anything wrong, what changed, what waits for me; in an empty vault, the first steps. */
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
  // Below the long list of the trail there is no room for it; without that list there is.
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
