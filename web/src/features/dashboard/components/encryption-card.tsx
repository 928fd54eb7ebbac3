import { Box } from '@chakra-ui/react';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { fipsOf, keyFigures } from '../../../keys/key-figures.ts';
import { encryptionTone, keyStoreLine } from '../../../keys/key-store.ts';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useCan } from '../../../session/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Loaded } from './loaded.tsx';

const statusTones = { online: 'success', offline: 'error', maintenance: 'warning' } as const;
type Fact = { label: string; value: ReactNode };

/**
 * Protection of the data, as the deployment reports it, and the keys in the scope. A certification is shown only if the
 * device reports one.
 */
export function EncryptionCard({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('dashboard');
  const environment = useEnvironmentStatus();
  const status = environment.data?.keyStore.status;
  return (
    <Card
      title={t('encryption.title')}
      badge={
        status ? (
          <StatusBadge tone={statusTones[status]}>{t(`keyStore.${status}`, { ns: 'app' })}</StatusBadge>
        ) : null
      }
    >
      <Loaded query={environment} skeleton={<SkeletonLines count={6} />}>
        {(data) => <Facts environment={data} companyId={companyId} />}
      </Loaded>
    </Card>
  );
}

interface FactsProps {
  environment: EnvironmentStatus;
  companyId: number | undefined;
}

function Facts({ environment: { encryption, keyStore }, companyId }: FactsProps) {
  const { t } = useTranslation('dashboard');
  const mayKeys = useCan()('encryption:manage');
  const keyFacts = useKeyFacts(mayKeys, companyId);
  const line = keyStoreLine(keyStore);
  const fips = fipsOf(keyStore.model);
  const store = t(`keyStore.${line.text}`, {
    ns: 'app',
    name: line.name,
    status: t(`keyStore.${keyStore.status}`, { ns: 'app' }),
  });
  return (
    <KeyValue
      items={[
        {
          label: t('encryption.state'),
          value: (
            <StatusBadge tone={encryptionTone(encryption)}>
              {t(`encryption.status.${encryption}`)}
            </StatusBadge>
          ),
        },
        { label: t('encryption.keyStore'), value: store },
        ...(fips ? [{ label: t('encryption.certificate'), value: fips }] : []),
        ...keyFacts,
        { label: t('encryption.checked'), value: <RelativeTime at={keyStore.checkedAt} /> },
      ]}
    />
  );
}

/** Facts for users who manage keys; unknown ones are a dash. */
function useKeyFacts(mayKeys: boolean, companyId: number | undefined): readonly Fact[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const keys = useEncryptionKeys(mayKeys, { companyId });
  if (!mayKeys) return [];
  const figures = keys.data ? keyFigures(keys.data) : undefined;
  const active = figures?.active.map(({ type, count }) =>
    t(`encryption.keys.${type}`, { n: format.number(count) }),
  );
  return [
    { label: t('encryption.algorithm'), value: figures?.algorithms.join(', ') || '–' },
    { label: t('encryption.active'), value: active?.join(' · ') || '–' },
    {
      label: t('encryption.lastRotation'),
      value:
        figures?.lastRotation === null ? (
          <Box as="span">{t('encryption.never')}</Box>
        ) : (
          <RelativeTime at={figures?.lastRotation} />
        ),
    },
    {
      label: t('encryption.nextRotation'),
      value: figures?.nextRotation ? format.date(figures.nextRotation) : '–',
    },
  ];
}
