import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../client/queries.ts';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { StoreCard } from './store-card.tsx';
import { StoreHistory } from './store-history.tsx';

/** HSM Status: state and history of the key store. */
export function HsmTab() {
  const { t } = useTranslation('encryption');
  const hsm = useHsmStatus();
  const environment = useEnvironmentStatus();
  const error = hsm.error ?? environment.error;
  const retry = () => {
    if (hsm.error) void hsm.refetch();
    if (environment.error) void environment.refetch();
  };
  if (hsm.data && environment.data)
    return (
      <>
        <StaleBanner error={error} onRetry={retry} />
        <StoreCard hsm={hsm.data} store={environment.data.keyStore} />
        <StoreHistory entries={hsm.data.entries} updatedAt={hsm.dataUpdatedAt} />
      </>
    );
  return (
    <Card title={t('store.title')}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonLines count={8} />}
    </Card>
  );
}

const useHsmStatus = () => useQuery(callQuery('GET /hsm/status'));
