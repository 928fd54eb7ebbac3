import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import {
  ArrowDown,
  Database,
  FileKey,
  Fingerprint,
  KeyRound,
  Server,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { daysLeft } from '../../../keys/key-figures.ts';
import type { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type CompanyEncryption, encryptionByCompany, verdictOf } from '../encryption.ts';
import { CompanyTable } from './company-table.tsx';
import { EncryptionFigures, storeName } from './encryption-figures.tsx';

interface OverviewProps {
  companies: readonly Company[];
  keys: ReturnType<typeof useEncryptionKeys>;
}

export function Overview({ companies, keys }: OverviewProps) {
  const { t } = useTranslation('encryption');
  const environment = useEnvironmentStatus();
  const error = environment.error ?? keys.error;
  const isLoaded = environment.data !== undefined && keys.data !== undefined;
  const rows = keys.data && encryptionByCompany(companies, keys.data);
  const retry = () => {
    if (environment.error) void environment.refetch();
    if (keys.error) void keys.refetch();
  };
  if (error && !isLoaded)
    return (
      <Card>
        <ErrorState error={error} onRetry={retry} />
      </Card>
    );
  return (
    <>
      {isLoaded ? (
        <VerdictBanner environment={environment.data} keys={keys.data} />
      ) : (
        <Box mb="4">
          <Skeleton display="block" width="full" height={VERDICT_HEIGHT} />
        </Box>
      )}
      <EncryptionFigures environment={environment.data} keys={keys.data} hasFailed={error !== null} />
      <CompanyTable rows={rows} error={keys.error} onRetry={retry} updatedAt={keys.dataUpdatedAt} />
      <Below isReady={rows !== undefined}>
        {rows && environment.data ? (
          <KeyLayers rows={rows} store={storeName(environment.data.keyStore, t)} />
        ) : (
          <Card title={t('layers.title')} mt="4">
            <SkeletonLines count={8} />
          </Card>
        )}
      </Below>
    </>
  );
}

interface KeyLayersProps {
  rows: readonly CompanyEncryption[];
  /** Name of the key store. */
  store: string;
}

/** The key hierarchy from the key store to a value: each layer decrypts only the next one. */
function KeyLayers({ rows, store }: KeyLayersProps) {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const sum = (count: (row: CompanyEncryption) => number | null) =>
    rows.some((row) => count(row) === null)
      ? '–'
      : format.number(rows.reduce((total, row) => total + (count(row) ?? 0), 0));
  const layers = [
    { key: 'store', icon: Server, figure: store },
    { key: 'master', icon: KeyRound, figure: sum(({ master }) => (master ? 1 : 0)) },
    { key: 'field', icon: FileKey, figure: sum(({ field }) => (field ? 1 : 0)) },
    { key: 'person', icon: Fingerprint, figure: sum(({ people }) => people) },
    { key: 'values', icon: Database, figure: sum(({ company }) => company.piiRecords) },
  ] as const;
  return (
    <Card title={t('layers.title')} mt="4">
      <Box as="ol" listStyleType="none" display="grid" gap="1">
        {layers.map(({ key, icon, figure }, index) => (
          <Box as="li" key={key}>
            {index === 0 ? null : (
              <Flex align="center" gap="2" color="ink.2" textStyle="small" py="1" ps="3">
                <Icon as={ArrowDown} size={14} />
                {t(`layers.${key}.wraps`)}
              </Flex>
            )}
            <Flex align="center" gap="3" p="2.5" bg="sunken" borderRadius="control" wrap="wrap">
              <Box color="accent.text" flexShrink="0">
                <Icon as={icon} />
              </Box>
              <Box flex="1" minWidth="40">
                <Box textStyle="strong">{t(`layers.${key}.name`)}</Box>
                <Box color="ink.2" textStyle="small">
                  {t(`layers.${key}.text`)}
                </Box>
              </Box>
              <Box textStyle="strong" textAlign="end">
                {figure}
              </Box>
            </Flex>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

/** Height of two lines with padding and border. */
const VERDICT_HEIGHT = 'calc({sizes.10} + {spacing.8} + 2px)';

interface VerdictBannerProps {
  environment: EnvironmentStatus;
  keys: readonly EncryptionKey[];
}

/** Overall state of encryption and keys, and the next action. */
function VerdictBanner({ environment, keys }: VerdictBannerProps) {
  const { t } = useTranslation('encryption');
  const { set } = useUrlState();
  const nowMs = Date.now();
  const { kind, tone, key } = verdictOf(environment, keys, nowMs);
  const values = {
    company: key?.company.name,
    type: key && t(`keyType.${key.keyType}`),
    count: key ? Math.max(0, daysLeft(key, nowMs)) : 0,
    status: t(`keyStore.${environment.keyStore.status}`, { ns: 'app' }),
  };
  return (
    <Flex
      role="status"
      align="center"
      gap="3"
      wrap="wrap"
      minHeight={VERDICT_HEIGHT}
      p="4"
      mb="4"
      borderWidth="1px"
      borderRadius="card"
      bg={`${tone}.soft`}
    >
      <Box color={tone} flexShrink="0">
        <Icon as={tone === 'success' ? ShieldCheck : ShieldAlert} size={20} />
      </Box>
      <Box flex="1" minWidth="60">
        <Box textStyle="strong">{t(`verdict.${kind}.title`, values)}</Box>
        <Box color="ink.2">{t(`verdict.${kind}.text`, values)}</Box>
      </Box>
      {key ? (
        <Button asChild>
          <Link to={`/encryption-keys?company=${key.companyId}`}>{t('verdict.openKeys')}</Link>
        </Button>
      ) : kind === 'good' ? null : (
        <Button onClick={() => set({ tab: 'hsm' }, { push: true })}>{t('verdict.openStore')}</Button>
      )}
    </Flex>
  );
}
