import { keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { managedCompanies } from '../../../company/managed-companies.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { WithCompany } from '../../../company/with-company.tsx';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useUser } from '../../../session/use-session.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { KeyCards } from '../components/key-cards.tsx';
import { KeyFilters } from '../components/key-filters.tsx';
import { KeyStats } from '../components/key-stats.tsx';
import { RotateKeyDialog } from '../components/rotate-key-dialog.tsx';
import { RotationHistory } from '../components/rotation-history.tsx';
import { RunningRotations } from '../components/running-rotations.tsx';
import { useRotationEffects } from '../components/use-rotation-effects.ts';
import { useRotations } from '../queries.ts';
import { rotationTarget } from '../rules/rotation-target.ts';

/** Key Management: how old each key is, what is under it, and what is moving. */
export function EncryptionKeysPage() {
  const { t } = useTranslation('encryption-keys');
  const { get, set } = useUrlState();
  const { company } = useSelectedCompany();
  const managed = managedCompanies(useUser(), useCompanies().data ?? [], 'encryption:manage');
  const target = rotationTarget(get('rotate'));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            {managed.length > 0 ? (
              <Button
                variant="primary"
                icon={RotateCw}
                onClick={() => set({ rotate: 'new' }, { push: true })}
              >
                {t('rotate.submit')}
              </Button>
            ) : null}
          </>
        }
      />
      <WithCompany>
        {({ id }) => <Keys companyId={get('in') === 'all' ? undefined : id} managed={managed} />}
      </WithCompany>
      {target && managed.length > 0 ? (
        <RotateKeyDialog
          companies={managed}
          target={target.companyId === undefined && company ? { companyId: company.id } : target}
          onClose={() => set({ rotate: null })}
        />
      ) : null}
    </>
  );
}

interface KeysProps {
  /** undefined: all companies. */
  companyId: number | undefined;
  managed: ReturnType<typeof managedCompanies>;
}

function Keys({ companyId, managed }: KeysProps) {
  const { get } = useUrlState();
  const keyType = keyTypes.find((one) => one === get('type'));
  const keys = useEncryptionKeys(true, { companyId, keyType });
  const rotations = useRotations(companyId);
  useRotationEffects(rotations.data);
  return (
    <>
      <KeyStats keys={keys.data} hasFailed={keys.isError} />
      <KeyFilters companies={managed} />
      <RunningRotations rotations={rotations.data ?? []} />
      <KeyCards
        keys={keys.data}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        managed={new Set(managed.map(({ id }) => id))}
      />
      <Below isReady={!keys.isLoading}>
        <RotationHistory
          rotations={rotations.data}
          error={rotations.error}
          onRetry={() => void rotations.refetch()}
          updatedAt={rotations.dataUpdatedAt}
        />
      </Below>
    </>
  );
}
