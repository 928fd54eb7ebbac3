import { Box } from '@chakra-ui/react';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { fipsOf } from '../../../keys/key-figures.ts';
import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { alertTones, statusTones } from '../rules/store-history.ts';
import { storeName } from './encryption-figures.tsx';

interface StoreCardProps {
  hsm: HsmStatus;
  store: EnvironmentStatus['keyStore'];
}

/** The key store as it reports itself; what it does not report is named as such. */
export function StoreCard({ hsm, store }: StoreCardProps) {
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
            // A device may report a figure that has no name here.
            label: t(`metric.${name}`, { defaultValue: name }),
            value: format.decimal(value, 1),
          })),
        ]}
      />
      {hsm.entries.length === 0 ? <Box mt="3">{t('store.never')}</Box> : null}
    </Card>
  );
}
