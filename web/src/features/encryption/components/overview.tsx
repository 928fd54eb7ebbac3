import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { ArrowDown, Database, FileKey, Fingerprint, KeyRound, Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { Below } from '../../../ui/below.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { type CompanyEncryption, encryptionByCompany } from '../encryption.ts';
import { CompanyTable } from './company-table.tsx';
import { EncryptionFigures, storeName } from './encryption-figures.tsx';
import { VERDICT_HEIGHT, VerdictBanner } from './verdict-banner.tsx';

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
