import { Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { type EncryptionKey, keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../../company/company-options.ts';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { managedCompanies } from '../../../company/managed-companies.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { WithCompany } from '../../../company/with-company.tsx';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useUser } from '../../../session/use-session.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { KeyCards } from '../components/key-cards.tsx';
import { RotateKeyDialog } from '../components/rotate-key-dialog.tsx';
import { RotationHistory, RunningRotations, useRotationEffects } from '../components/rotations.tsx';
import { keyCounts, rotationTarget } from '../encryption-keys.ts';
import { useRotations } from '../queries.ts';

/** Key Management: keys with their age and rows, and rotations. */
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
  /** undefined means all companies. */
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

/** Filters by company and key type. The company is the selected one; `?in=all` shows all companies. */
function KeyFilters({ companies }: { companies: readonly Company[] }) {
  const { t } = useTranslation('encryption-keys');
  const { get, set } = useUrlState();
  const { company, choose } = useSelectedCompany();
  function chooseCompany(value: string): void {
    set({ in: value === '' ? 'all' : null });
    if (value !== '') choose(Number(value));
  }
  return (
    <Flex gap="2" wrap="wrap" mb="4" data-print="hide">
      <FilterChip
        name={t('company')}
        value={get('in') === 'all' ? '' : String(company?.id ?? '')}
        onChange={chooseCompany}
        options={[{ value: '', label: t('allCompanies') }, ...companyOptions(companies)]}
      />
      <FilterChip
        name={t('type')}
        value={get('type')}
        onChange={(type) => set({ type })}
        options={[
          { value: '', label: t('allTypes') },
          ...keyTypes.map((value) => ({ value, label: t(`keyType.${value}`) })),
        ]}
      />
    </Flex>
  );
}

/** Number of versions of the filtered keys by state. */
function KeyStats({ keys, hasFailed }: { keys: readonly EncryptionKey[] | undefined; hasFailed: boolean }) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const counts = keys && keyCounts(keys, Date.now());
  const value = (count: number | undefined) =>
    count === undefined ? (hasFailed ? null : undefined) : format.number(count);
  return (
    <StatCards>
      <FigureCard
        figure="keys"
        label={t('stat.total')}
        value={value(counts?.total)}
        note={t('stat.totalNote')}
      />
      <FigureCard
        figure="keysInUse"
        label={t('stat.active')}
        value={value(counts?.active)}
        note={counts?.overdue ? t('stat.overdue', { n: format.number(counts.overdue) }) : t('stat.inUse')}
      />
      <FigureCard
        figure="keysExpiringSoon"
        label={t('stat.soon')}
        value={value(counts?.expiringSoon)}
        note={t('stat.soonNote')}
      />
      <FigureCard
        figure="keysExpired"
        label={t('stat.expired')}
        value={value(counts?.expired)}
        note={t('stat.expiredNote')}
      />
    </StatCards>
  );
}
