import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import type { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { Below } from '../../../ui/below.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { encryptionByCompany } from '../rules/company-encryption.ts';
import { CompanyTable } from './company-table.tsx';
import { EncryptionFigures, storeName } from './encryption-figures.tsx';
import { KeyLayers } from './key-layers.tsx';
import { VERDICT_HEIGHT, VerdictBanner } from './verdict-banner.tsx';

interface OverviewProps {
  companies: readonly Company[];
  keys: ReturnType<typeof useEncryptionKeys>;
}

/** The answer in one sentence, four figures, how a key opens a value, and each company. */
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
