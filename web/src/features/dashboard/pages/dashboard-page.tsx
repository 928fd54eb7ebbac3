import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanies } from '../../../company/use-companies.ts';
import { useScope } from '../../../company/use-scope.ts';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { PermissionScope } from '../../../session/permission-scope.ts';
import { useCan } from '../../../session/use-session.ts';
import { Below } from '../../../ui/below.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { SetupPath, VaultPath } from '../../../waiting/setup-path.tsx';
import { AuditCard } from '../components/audit-card.tsx';
import { EncryptionCard } from '../components/encryption-card.tsx';
import { LineageCard } from '../components/lineage-card.tsx';
import { MetricCards } from '../components/metric-cards.tsx';
import { PersonCard, useShownPerson } from '../components/person-card.tsx';
import { SegregationTable } from '../components/segregation-table.tsx';
import { WaitingCard } from '../components/waiting-card.tsx';

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
            <Flex gap="2">
              <ScopeChoice />
              <RefreshButton />
            </Flex>
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
  companies.some(({ individuals }) => individuals > 0) ? (
    <Overview companies={companies} />
  ) : (
    <Box maxWidth="dialogWide">
      <EmptyVault hasCompany={companies.length > 0} />
    </Box>
  );

/** The steps of the vault and of the selected company, and what waits for the user. Figures would all be 0. */
function EmptyVault({ hasCompany }: { hasCompany: boolean }) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const { companyId } = useScope();
  return (
    <>
      <SetupPath companyId={companyId} />
      <VaultPath hasPrimary={!hasCompany} />
      {hasCompany ? <WaitingCard /> : null}
      {can('company:create') ? (
        <Box color="ink.2" textStyle="small">
          {t('demo')}
        </Box>
      ) : null}
    </>
  );
}

function Overview({ companies }: { companies: readonly Company[] }) {
  const { companyId } = useScope();
  const shown = companies.filter(({ id }) => companyId === undefined || id === companyId);
  return (
    <PermissionScope value={companyId}>
      <StalePageBanner />
      <SetupPath companyId={companyId} />
      <WaitingCard />
      <MetricCards companyId={companyId} companies={shown} />
      <Cards companyId={companyId} />
    </PermissionScope>
  );
}

/** Below the figures; each card is of the scope. */
function Cards({ companyId }: { companyId: number | undefined }) {
  const can = useCan();
  const { query: person } = useShownPerson(companyId);
  const environment = useEnvironmentStatus();
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
      gap="4"
      alignItems="start"
    >
      <Grid gap="4" minWidth="0">
        {can('lineage:read') ? <LineageCard companyId={companyId} /> : null}
        <SegregationTable companyId={companyId} />
      </Grid>
      <Grid gap="4" minWidth="0">
        {can('pii:read') ? <PersonCard companyId={companyId} /> : null}
        <Below isReady={!person.isLoading}>
          <EncryptionCard companyId={companyId} />
        </Below>
        {can('audit:read') ? (
          <Below isReady={!person.isLoading && !environment.isLoading}>
            <AuditCard companyId={companyId} />
          </Below>
        ) : null}
      </Grid>
    </Grid>
  );
}

/** What all figures of the page are of: the selected company, or all companies of the user. */
function ScopeChoice() {
  const { t } = useTranslation('dashboard');
  const { companyId, hasChoice, choose } = useScope();
  if (!hasChoice) return null;
  return (
    <Segments
      label={t('scope.label')}
      value={companyId === undefined ? 'all' : 'one'}
      onChange={(value) => choose(value === 'all')}
      options={[
        { value: 'one', label: t('scope.one') },
        { value: 'all', label: t('scope.all') },
      ]}
    />
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
