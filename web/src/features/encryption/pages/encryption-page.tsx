import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { managedCompanies } from '../../../company/managed-companies.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { HsmTab } from '../components/hsm-tab.tsx';
import { KeyTable } from '../components/key-table.tsx';
import { Overview } from '../components/overview.tsx';
import { RotateKeysDialog } from '../components/rotate-keys-dialog.tsx';

const tabs = ['overview', 'keys', 'hsm'] as const;

/** Encryption: state of encryption, keys and key store. */
export function EncryptionPage() {
  const { t } = useTranslation('encryption');
  const { get, set } = useUrlState();
  const tab = tabs.find((one) => one === get('tab')) ?? 'overview';
  const keys = useEncryptionKeys(true);
  const { company } = useSelectedCompany();
  const managed = managedCompanies(useUser(), useCompanies().data ?? [], 'encryption:manage');
  const mayRotate = managed.some(({ id }) => id === company?.id);
  const hasKeys = keys.data?.some(({ companyId }) => companyId === company?.id) === true;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            {mayRotate && hasKeys ? (
              <Button variant="primary" icon={RotateCw} onClick={() => set({ rotate: '1' }, { push: true })}>
                {t('rotate.open')}
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('title')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(value) => set({ tab: value === 'overview' ? null : value })}
      >
        {tab === 'overview' ? <Overview companies={managed} keys={keys} /> : null}
        {tab === 'keys' ? (
          <KeyTable
            keys={keys.data}
            error={keys.error}
            onRetry={() => void keys.refetch()}
            updatedAt={keys.dataUpdatedAt}
          />
        ) : null}
        {tab === 'hsm' ? <HsmTab /> : null}
      </Tabs>
      {get('rotate') === '1' && company && keys.data && mayRotate && hasKeys ? (
        <RotateKeysDialog company={company} keys={keys.data} onClose={() => set({ rotate: null })} />
      ) : null}
    </>
  );
}
