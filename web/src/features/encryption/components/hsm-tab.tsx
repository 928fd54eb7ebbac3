import { Box } from '@chakra-ui/react';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../client/queries.ts';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { fipsOf } from '../../../keys/key-figures.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { alertTones, statusTones } from '../encryption.ts';
import { storeName } from './encryption-figures.tsx';
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

interface StoreCardProps {
  hsm: HsmStatus;
  store: EnvironmentStatus['keyStore'];
}

/** Data that the key store reports; missing data is marked as not reported. */
function StoreCard({ hsm, store }: StoreCardProps) {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const [latest] = hsm.entries;
  const { status } = hsm.currentHealth;
  const fips = fipsOf(store.model);
  const reported = (value: string | null | undefined) => (value ? <Mono>{value}</Mono> : t('store.silent'));
  return (
    <Card
      title={t('store.title')}
      badge={<StatusBadge tone={statusTones[status]}>{t(`keyStore.${status}`, { ns: 'app' })}</StatusBadge>}
    >
      <KeyValue
        layout="columns"
        items={[
          { label: t('store.kind'), value: storeName(store, t) },
          { label: t('store.protection'), value: t(`protection.${store.protection}`) },
          ...(fips ? [{ label: t('store.certificate'), value: fips }] : []),
          { label: t('store.id'), value: reported(latest?.hsmId) },
          { label: t('store.serial'), value: reported(latest?.serialNumber) },
          { label: t('store.firmware'), value: reported(latest?.firmwareVersion) },
          {
            label: t('store.temperature'),
            value: reported(
              latest?.temperature == null ? null : `${format.decimal(latest.temperature, 1)} °C`,
            ),
          },
          { label: t('store.checked'), value: <RelativeTime at={latest?.lastHealthCheck} /> },
          {
            label: t('store.alert'),
            value: latest ? (
              <StatusBadge tone={alertTones[latest.alertLevel]}>
                {t(`alert.${latest.alertLevel}`)}
              </StatusBadge>
            ) : (
              '–'
            ),
          },
          ...Object.entries(latest?.performanceMetrics ?? {}).map(([name, value]) => ({
            // A device may report a metric that has no translation.
            label: t(`metric.${name}`, { defaultValue: name }),
            value: format.decimal(value, 1),
          })),
        ]}
      />
      {hsm.entries.length === 0 ? <Box mt="3">{t('store.never')}</Box> : null}
    </Card>
  );
}
